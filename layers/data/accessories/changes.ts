import type { TransactWriteEntities } from 'electrodb';
import type { AccessoryEntries, AccessoryEntry } from '#core/accessories/entry.ts';
import { type MappedDevice, rfMap, type ZoneReading } from '#core/accessories/rf-map.ts';
import type { AuditAction } from '#core/audit/kinds.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change, RETRY, type Write } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { unitConfigurationStore } from '../unit-configuration/configurations.ts';
import { type Draft, draftOf, settingsRevisionOf } from '../unit-configuration/draft.ts';
import { configurationEntities, revisionWrites } from '../unit-configuration/save.ts';
import { AccessoryHolderEntity, FormerAccessoryEntity, ZoneReadingEntity } from './entities.ts';
import { accessoryKey, type Held } from './holders.ts';

export const BUSY = 'Others change the accessories of this unit right now. Please try again';
const MOVED = 'The unit changed meanwhile';
/** As long as the audit. */
const KEPT_MS = 7 * 365 * DAY;

const entities = { ...configurationEntities, holder: AccessoryHolderEntity, former: FormerAccessoryEntity };
type To = TransactWriteEntities<typeof entities>;

/** The accessories in the saved configuration of a unit. */
export async function entriesOf({ UnitSerNum, configRevision }: UnitRecord): Promise<AccessoryEntries> {
  const saved = configRevision === undefined ? undefined : await unitConfigurationStore.get(UnitSerNum);
  return saved?.layers.accessories ?? {};
}

/** The accessories of a unit, as a change of them begins. */
export interface Situation {
  unit: UnitRecord;
  draft: Draft;
  entries: AccessoryEntries;
  rfDevices: MappedDevice[];
}

export async function situationOf(unit: UnitRecord): Promise<Situation> {
  const [draft, readings] = await Promise.all([draftOf(unit), readingsOf(unit)]);
  const entries = draft.layers.accessories ?? {};
  return { unit, draft, entries, rfDevices: rfMap(entries, readings) };
}

export async function readingsOf({ UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>): Promise<ZoneReading[]> {
  const { data } = await ZoneReadingEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
  return data;
}

/** A change of the accessories of one unit. */
export interface UnitChange {
  situation: Situation;
  /** The entries that change. Undefined: the configuration names the place no longer. */
  entries: Readonly<Record<string, AccessoryEntry | undefined>>;
  audit: { action: AuditAction; before?: object; after?: object };
}

/** Who has an accessory after a change. `to` is undefined if no unit has it. */
interface HolderChange {
  held: Held;
  to: { UnitSerNum: string; name: string } | undefined;
  /** Absent: from now on. */
  since?: string;
}

/** An accessory that leaves a unit. */
export interface Leaving {
  UnitSerNum: string;
  name: string;
  SerialNumber: string;
  Type?: string | undefined;
}

interface Written {
  changes?: readonly UnitChange[];
  holder?: HolderChange | undefined;
  leaves?: readonly Leaving[];
}

/**
 * Writes the next revision of each unit, who has the accessory then, what left, and the audit entries, in one transaction. It is decided again if
 * anybody else changed one of the configurations or the holder meanwhile.
 */
export async function writeChanges(
  actor: Parameters<typeof auditEntry>[0],
  { changes = [], holder, leaves = [] }: Written,
  now: number,
): Promise<void> {
  const audit = changes.map(({ situation: { unit }, audit: entry }) =>
    auditEntry(actor, { objectKind: 'unit', objectId: unit.UnitSerNum, dealerKey: unit.DealerKey, ...entry }, now),
  );
  const about = changes[0]?.situation.unit;
  await change({ entities, audit, about, refused: { changed: RETRY, moved: MOVED } }, (to) => [
    ...changes.flatMap(({ situation, entries: changed }) =>
      revisionWrites(to, situation.unit, nextDraft(situation, changed), now),
    ),
    ...(holder ? [holderWrite(to, holder, now)] : []),
    ...leaves.map((one) => formerWrite(to, one, now)),
  ]);
}

function nextDraft({ draft, entries: stored }: Situation, changed: UnitChange['entries']): Draft {
  const accessories = Object.fromEntries(
    Object.entries({ ...stored, ...changed }).filter((one): one is [string, AccessoryEntry] => one[1] !== undefined),
  );
  const settingsRevision = settingsRevisionOf(draft);
  return { ...draft, settingsRevision, revision: draft.revision + 1, layers: { ...draft.layers, accessories } };
}

function holderWrite(to: To, { held: { accessory, stored }, to: next, since }: HolderChange, now: number): Write {
  const isAsRead = (item: { version: string }, { eq, notExists }: Operations) =>
    stored ? eq(item.version, stored.version) : notExists(item.version);
  if (!next) return to.holder.delete({ accessory }).where(isAsRead).commit();
  return to.holder
    .put({ accessory, ...next, since: since ?? instant(now), version: newId(now) })
    .where(isAsRead)
    .commit();
}

const formerWrite = (to: To, { UnitSerNum, name, SerialNumber, Type = '' }: Leaving, now: number) =>
  to.former
    .put({
      ...{ UnitSerNum, name, SerialNumber, Type, leftAt: instant(now), expiresAt: expiryOf(now + KEPT_MS) },
      accessory: accessoryKey(name, SerialNumber) ?? name,
    })
    .commit();
