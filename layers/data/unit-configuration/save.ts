import type { TransactWriteEntities } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import { eventIssues, type ProfileEvents, tidyEvents } from '#core/profiles/events.ts';
import type { ProfileRecord } from '#core/profiles/profile.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { settingIssues } from '#core/profiles/settings/settings.ts';
import type { Rights, Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import {
  auditedChanges,
  changesOf,
  eventsOf,
  isEventData,
  type Layers,
  ownLayer,
  settingsIn,
  valuesOf,
  withEvents,
} from '#core/unit-configuration/configuration.ts';
import { whyNotOffered } from '#core/unit-configuration/unit-profiles.ts';
import { shownFirmware } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import type { BulkActionOutcome } from '../bulk-actions/bulk-action-rows.ts';
import { partOf, rowDone, rowEntities, rowRefused, rowWrites } from '../bulk-actions/row-of-change.ts';
import { dealerIsAt } from '../dealers/dealers.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { creationRefusals, creationWrites, newProfileEntities } from '../profiles/profile-changes.ts';
import { UnitEntity } from '../units/units.ts';
import { UnitConfigurationEntity, unitConfigurationStore } from './configurations.ts';
import { carriedTo, type Draft, draftOf, settingsRevisionOf, versionOf, withProfile } from './draft.ts';
import { type CreatedProfile, profileFrom } from './new-profile.ts';

export const BUSY = 'Others change this unit right now. Try again in a moment';
/** The bits of masks mean something else then. */
const OTHER_FIRMWARE = 'The unit has another firmware since you loaded it. Please load the unit again';
const MOVED = 'The unit changed meanwhile';
const entities = { unit: UnitEntity, configuration: UnitConfigurationEntity };

/** What a person wants a unit to have. */
export interface WantedConfiguration {
  /** The revision that the person edited. Absent: `oldTabs` and `OldEvents` say what was edited. */
  revision?: number | undefined;
  newTabs: Settings;
  oldTabs: Settings;
  Events?: ProfileEvents | undefined;
  OldEvents?: ProfileEvents | undefined;
  /** Assigns this profile: what the save does not name is as in its newest version, settings and events alike. */
  newTemplateKey?: number | undefined;
  /** The firmware of the unit when the person loaded it. */
  unitFirmVer?: string | undefined;
  /** The name of a new profile with all of this, which the unit then has. */
  newName?: string | undefined;
}

/**
 * Saves what the unit should have, as its next revision. CONFLICT with what others changed if the person did not edit the newest revision.
 * Writes nothing if nothing differs.
 */
export const saveConfiguration = (
  scope: Rights,
  unit: UnitRecord,
  wanted: WantedConfiguration,
  now: number,
  row?: BulkActionOutcome,
): Promise<void> =>
  retry(BUSY, async () => {
    const { draft, chosen } = await readToSave(scope, unit, wanted);
    const stored = valuesOf(draft.layers);
    const unnamed = wanted.newTemplateKey === undefined ? draft.layers : chosen.layers;
    const Events = tidyEvents(wanted.Events ?? eventsOf(unnamed));
    const asked = { ...settingsIn(unnamed), ...wanted.newTabs };
    const base =
      wanted.newName === undefined
        ? chosen
        : await asNewProfile(scope, unit, chosen, { ProfileName: wanted.newName, Settings: asked, Events }, now);
    const layers = { ...base.layers, unit: ownLayer(base.layers, { Settings: asked, Events }) };
    const next = valuesOf(layers);
    const changes = changesOf(versionOf(unit), stored, next);
    const profileChanged = base.ProfileKey !== draft.ProfileKey;
    if (draft.revision > 0 && changes.length === 0 && !profileChanged && isEqual(layers, draft.layers))
      return rowDone(row);
    const { before, after } = auditedChanges(changes);
    const revision = draft.revision + 1;
    const { resendFrom } = draft;
    const entry = {
      action: 'change configuration',
      before: { ...before, ...(profileChanged && { PTName: unit.PTName }) },
      after: { ...after, revision, ...(profileChanged && { PTName: base.profile?.ProfileName }) },
    } as const;
    await writeRevision(scope, unit, { ...base, layers, revision, resendFrom }, now, entry, row);
  });

/** Throws what `saveConfiguration` refuses before it writes, and INVALID if a person chose a profile that the unit is not offered. */
export async function requireSavable(scope: Rights, unit: UnitRecord, wanted: WantedConfiguration): Promise<void> {
  const { draft, chosen } = await readToSave(scope, unit, wanted);
  if (chosen.profile && chosen.ProfileKey !== draft.ProfileKey) requireOfferedProfile(scope, unit, chosen.profile);
}

function requireOfferedProfile(scope: Pick<Scope, 'dealerPath'>, unit: UnitRecord, profile: ProfileRecord): void {
  const { FirmVer } = unit;
  // A unit that has not told its firmware may get a profile for any.
  const told = { ...unit, FirmVer: shownFirmware(FirmVer) === '' ? profile.UnitFirmVer : FirmVer };
  const message = whyNotOffered(scope, told, profile);
  if (message !== undefined) throw new AppError('INVALID', message, [{ path: 'newTemplateKey', message }]);
}

/** What a save begins with: the stored configuration and the base that it chooses. */
async function readToSave(scope: Rights, unit: UnitRecord, wanted: WantedConfiguration) {
  if (wanted.unitFirmVer !== undefined && shownFirmware(wanted.unitFirmVer) !== shownFirmware(unit.FirmVer))
    throw new AppError('CONFLICT', OTHER_FIRMWARE);
  const draft = await draftOf(unit);
  const chosen = await chosenBase(scope, unit, draft, wanted.newTemplateKey);
  requireSettings(unit, wanted, [...storedEvents(draft), ...storedEvents(chosen)]);
  // Until the first save the settings are those of the profile as it is now, which changes without a revision.
  const isOutdated =
    wanted.revision === undefined || draft.revision === 0
      ? othersChanged(unit, wanted, draft.layers)
      : !isNewest(wanted.revision, draft);
  if (isOutdated) throw changedMeanwhile(unit, wanted, draft.layers);
  return { draft, chosen };
}

/**
 * Gives the unit the newest version of a profile, without differences of its own. Every way to assign a profile uses this or names the profile in a
 * save. NOT_FOUND if there is no such profile for the model. `row`: the bulk action that does it. `requireDue` throws if the unit is not to get it any more: a
 * change of its configuration after that is refused as a conflict.
 */
export const assignProfile = async (
  by: Rights,
  unit: UnitRecord,
  ProfileKey: number,
  now: number,
  { row, requireDue }: { row?: BulkActionOutcome; requireDue?: () => Promise<void> } = {},
): Promise<void> => {
  const { revision } = await draftOf(unit);
  await requireDue?.();
  const wanted = { revision, newTabs: {}, oldTabs: {}, newTemplateKey: ProfileKey };
  await saveConfiguration(by, unit, wanted, now, row);
};

/** Makes everything that the unit reported so far outdated, with a new revision of the same content: the unit gets all of it again. */
export const markDirty = (scope: Scope, unit: UnitRecord, now: number): Promise<number> =>
  retry(BUSY, async () => {
    const draft = await draftOf(unit);
    const { layers, ProfileKey, profileVersion } = draft;
    const revision = draft.revision + 1;
    const settingsRevision = settingsRevisionOf(draft);
    const next = { layers, ProfileKey, profileVersion, revision, resendFrom: revision, settingsRevision };
    await writeRevision(scope, unit, next, now, { action: 'resend configuration', after: { revision } });
    return revision;
  });

/** After an update of the firmware: the next revision, whose masks mean the same on the new firmware. Does nothing if it exists. */
export const carryConfiguration = (unit: UnitRecord, now: number): Promise<void> =>
  retry(BUSY, async () => {
    const saved = await unitConfigurationStore.get(unit.UnitSerNum);
    const { UnitFirmVer } = versionOf(unit);
    if (!saved || saved.UnitFirmVer === UnitFirmVer) return;
    const { layers, ProfileKey, profileVersion, resendFrom } = carriedTo(unit, saved);
    const revision = saved.revision + 1;
    const next = { layers, ProfileKey, profileVersion, revision, resendFrom };
    await writeRevision(SYSTEM, unit, next, now, { action: 'carry configuration', after: { revision, UnitFirmVer } });
  });

type Base = Pick<Draft, 'layers' | 'ProfileKey' | 'profileVersion'> & {
  profile?: { ProfileName: string; UnitFirmVer: string } | undefined;
  /** The profile is stored with the revision. */
  created?: CreatedProfile | undefined;
};

/** The layers of a unit whose settings and events become a profile. */
async function asNewProfile(
  scope: Rights,
  unit: UnitRecord,
  { layers, ProfileKey }: Base,
  wanted: Parameters<typeof profileFrom>[3],
  now: number,
): Promise<Base> {
  const created = await profileFrom(scope, ProfileKey, versionOf(unit), wanted, now);
  const { profile, content } = created;
  const { Settings, Events } = content;
  return {
    layers: { ...layers, profile: { Settings, Events } },
    ProfileKey: profile.ProfileKey,
    profileVersion: profile.version,
    profile,
    created,
  };
}

async function chosenBase(
  scope: Rights,
  unit: UnitRecord,
  { layers, ProfileKey, profileVersion }: Draft,
  newTemplateKey: number | undefined,
): Promise<Omit<Base, 'profile'> & { profile?: ProfileRecord }> {
  if (newTemplateKey === undefined) return { layers, ProfileKey, profileVersion };
  const chosen = await withProfile(scope, unit, newTemplateKey);
  if (!('profile' in chosen)) throw new AppError('NOT_FOUND', 'There is no such profile for this model');
  const { accessories } = layers;
  return { ...chosen, layers: { ...chosen.layers, ...(accessories && { accessories }) } };
}

/** The events that the unit has, and those that its profile would give to it. */
const storedEvents = ({ layers }: Pick<Base, 'layers'>): ProfileEvents[] => [
  eventsOf(layers),
  eventsOf({ ...layers, unit: { Settings: {} } }),
];

function requireSettings(
  unit: UnitRecord,
  { newTabs, Events }: WantedConfiguration,
  stored: readonly ProfileEvents[],
): void {
  const below = (parent: string) => (issue: { path: string; message: string }) => ({
    ...issue,
    path: `${parent}.${issue.path}`,
  });
  const issues = [
    ...settingIssues(versionOf(unit), newTabs).map(below('newTabs')),
    ...(Events ? eventIssues(unit.UnitModel, Events, ...stored) : []).map(below('Events')),
  ];
  if (issues.length > 0) throw new AppError('INVALID', 'Some settings cannot be saved', issues);
}

type Entry = Pick<Parameters<typeof auditEntry>[1], 'before' | 'after'> & {
  action: 'change configuration' | 'resend configuration' | 'carry configuration' | 'delete queued configuration';
};

/** Stores the next revision, which the unit has not reported, and the audit entry. A created profile is stored in the same transaction. */
export async function writeRevision(
  scope: Parameters<typeof auditEntry>[0],
  unit: UnitRecord,
  { profile, created, ...next }: Omit<Draft, 'layers'> & Base,
  now: number,
  entry: Entry,
  row?: BulkActionOutcome,
): Promise<void> {
  const { UnitSerNum, DealerKey } = unit;
  const about = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey } as const;
  const chosen = profile && {
    ProfileTemplateKey: next.ProfileKey,
    PTName: profile.ProfileName,
    PTUnitFirmVer: profile.UnitFirmVer,
  };
  const audit = auditEntry(scope, { ...about, ...entry, ...partOf(row) }, now);
  const refused = { changed: RETRY, moved: MOVED, ...rowRefused() } as const;
  if (!created)
    return change({ entities: { ...entities, ...rowEntities }, audit, about: unit, refused }, (to) => [
      ...rowWrites(to, row),
      ...revisionWrites(to, unit, next, now, chosen),
    ]);
  await change(
    {
      entities: { ...newProfileEntities, ...entities },
      audit: [audit, created.entry],
      about: unit,
      refused: { ...refused, ...creationRefusals() },
    },
    (to) => [
      ...revisionWrites(to, unit, next, now, chosen),
      ...creationWrites(to, created.profile, created.content),
      // A transaction names an item once, and `about` checks the dealer of the unit.
      ...(created.profile.DealerKey === DealerKey
        ? []
        : [refusedAs('dealerMoved', dealerIsAt(to.dealer, created.profile))]),
    ],
  );
}

/** The entities of a transaction that stores a revision. */
export const configurationEntities = entities;

/**
 * The writes that store the next revision, for a transaction with `configurationEntities`. Refused as `moved` if the unit has another dealer now,
 * and as `changed` if somebody else has stored a revision.
 */
export const revisionWrites = (
  to: TransactWriteEntities<typeof configurationEntities>,
  unit: UnitRecord,
  next: Draft,
  now: number,
  more: Partial<UnitRecord> = {},
) => {
  const { UnitSerNum, DealerKey, dealerPath, FirmVer } = unit;
  return [
    refusedAs(
      'moved',
      to.unit
        .patch({ UnitSerNum })
        .set({ configRevision: next.revision, ...more })
        .remove(['configDigest'])
        .where((stored, { eq }) =>
          [eq(stored.DealerKey, DealerKey), eq(stored.dealerPath, dealerPath), eq(stored.FirmVer, FirmVer)].join(
            ' AND ',
          ),
        )
        .commit(),
    ),
    to.configuration
      .put({ ...next, UnitSerNum, UnitFirmVer: versionOf(unit).UnitFirmVer, savedAt: instant(now) })
      .where((stored, { eq, notExists }) =>
        [eq(stored.revision, next.revision - 1), ...(next.revision === 1 ? [notExists(stored.revision)] : [])].join(
          ' OR ',
        ),
      )
      .commit(),
  ];
};

const MOST_NAMED = 3;

/** True if the person can have edited this revision: the settings are the same since then. */
const isNewest = (revision: number, draft: Draft): boolean =>
  revision <= draft.revision && revision >= settingsRevisionOf(draft);

/** What changed since the person loaded the configuration. */
function changesSince(unit: UnitRecord, { oldTabs, OldEvents }: WantedConfiguration, layers: Layers) {
  const seen = withEvents(oldTabs, OldEvents ?? eventsOf(layers));
  // What the person did not load may have changed before.
  return changesOf(versionOf(unit), seen, valuesOf(layers)).filter(
    ({ name }) => name in seen || (OldEvents !== undefined && isEventData(name)),
  );
}

/** True if somebody else changed what the person loaded, and not to what the person wants: a save can arrive twice. */
function othersChanged(unit: UnitRecord, wanted: WantedConfiguration, layers: Layers): boolean {
  const { newTabs, Events, OldEvents } = wanted;
  const stored = valuesOf(layers);
  const asked: Record<string, unknown> = withEvents(newTabs, Events ?? OldEvents ?? eventsOf(layers));
  return changesSince(unit, wanted, layers).some(({ name }) => asked[name] !== stored[name]);
}

/** The refusal of a save that was made on an older revision: what changed since then, by field. */
function changedMeanwhile(unit: UnitRecord, wanted: WantedConfiguration, layers: Layers): AppError {
  const changes = changesSince(unit, wanted, layers);
  const labels = changes.map(({ label }) => label);
  const more = labels.length - MOST_NAMED;
  const named = more > 0 ? [...labels.slice(0, MOST_NAMED), `${more} more`] : labels;
  const what = named.length > 0 ? new Intl.ListFormat('en').format(named) : 'the configuration';
  return new AppError(
    'CONFLICT',
    `Somebody else changed ${what} meanwhile`,
    changes.map(({ name, label, from, to }) => ({
      path: name,
      message: `${label}: ${from.join(', ') || '—'} → ${to.join(', ') || '—'}`,
    })),
  );
}
