import type { TransactWriteEntities } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import { changesBetween, statesOf } from '#core/profiles/changes.ts';
import {
  type ProfileChange,
  type ProfileContent,
  type ProfileRecord,
  PT_ENABLED,
  toggledStatus,
} from '#core/profiles/profile.ts';
import type { Rights, Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { nextNumber } from '../kit/counters.ts';
import { ProfileEntity, ProfileNameEntity, ProfileVersionEntity, profileStore } from './profiles.ts';

/** The keys of profiles that the portal creates come after these. */
const KEYS_BEFORE = 10_000;
const STATUS_CHANGED = 'Somebody else changed the status meanwhile';
const DEALER_MOVED = 'Your dealer was moved meanwhile. Try again in a moment';
const BUSY = 'Others change profiles right now. Try again in a moment';
const NAME_TAKEN = 'A profile of this model and firmware has this name already';

const objectOf = ({ ProfileKey, ProfileName, DealerKey }: ProfileRecord) => ({
  objectKind: 'profile' as const,
  objectId: String(ProfileKey),
  objectName: ProfileName,
  dealerKey: DealerKey,
});

/** What the keys of a profile are made of beside its status. */
export const keyFields = ({ DealerKey, dealerPath, UnitModel, ProfileName, UnitFirmVer }: ProfileRecord) => ({
  ...{ DealerKey, dealerPath, UnitModel, ProfileName, UnitFirmVer },
});

const withoutLarge = ({ Settings: _settings, Events: _events, ...fields }: ProfileContent) => fields;

export const profileChangeStore = {
  /** Enables or disables a profile. CONFLICT if its status is no longer the one that the caller saw. */
  async setStatus(scope: Scope, ProfileKey: number, seen: number, now: number): Promise<number> {
    const was = await profileStore.getOwn(scope, ProfileKey);
    const PTStatus = toggledStatus(seen);
    const action = PTStatus === PT_ENABLED ? ('enable profile' as const) : ('disable profile' as const);
    const states = { before: { PTStatus: seen }, after: { PTStatus } };
    await change(
      {
        entities: { profile: ProfileEntity },
        audit: auditEntry(scope, { ...objectOf(was), action, ...states }, now),
        refused: { changed: STATUS_CHANGED },
      },
      (to) => [
        to.profile
          .patch({ ProfileKey })
          // The status is in the key by firmware, so that key is made anew.
          .set({ PTStatus, ...keyFields(was) })
          .where((profile, { eq }) => `${eq(profile.PTStatus, seen)} AND ${eq(profile.dealerPath, was.dealerPath)}`)
          .commit(),
      ],
    );
    return PTStatus;
  },

  /**
   * Saves the next version of a profile, made on version `read`. CONFLICT with what others changed if that is not the newest. Writes nothing
   * if nothing differs.
   */
  async save(
    scope: Scope,
    { ProfileKey, version: read }: Pick<ProfileRecord, 'ProfileKey' | 'version'>,
    content: ProfileContent,
    now: number,
  ): Promise<ProfileRecord> {
    return retry(BUSY, async () => {
      const was = await profileStore.getOwn(scope, ProfileKey);
      const stored = await profileStore.content(was, was.version);
      if (was.version !== read) throw changedMeanwhile(was, await profileStore.content(was, read), stored);
      const changes = changesBetween(was, stored, content);
      if (changes.length === 0) return was;
      const saved = { ...withoutLarge(content), ...signature(scope, now), version: read + 1 };
      const next = { ...was, ...saved };
      await change(
        {
          entities: { profile: ProfileEntity, version: ProfileVersionEntity },
          audit: auditEntry(scope, { ...objectOf(was), action: 'change profile', ...statesOf(changes) }, now),
          refused: { changed: RETRY },
        },
        (to) => [
          to.profile
            .patch({ ProfileKey })
            .set(saved)
            .where((profile, { eq }) => `${eq(profile.version, read)} AND ${eq(profile.dealerPath, was.dealerPath)}`)
            .commit(),
          to.version.create(versionOf(next, content, changes)).commit(),
        ],
      );
      return next;
    });
  },

  /** Saves a new profile of the scope’s dealer. CONFLICT if the dealer has one of this name for the model and firmware. */
  create: (scope: Scope, given: GivenProfile, content: ProfileContent, now: number): Promise<ProfileRecord> =>
    retry(BUSY, async () => {
      const profile = await newProfile(scope, given, content, now);
      await change(
        {
          entities: newProfileEntities,
          audit: creationEntry(scope, profile, now),
          refused: { ...creationRefusals(), changed: RETRY },
        },
        (to) => [...creationWrites(to, profile, content), refusedAs('dealerMoved', dealerIsAt(to.dealer, profile))],
      );
      return profile;
    }),
};

type GivenProfile = Pick<ProfileRecord, 'ProfileName' | 'UnitModel' | 'UnitFirmVer'>;

/** A profile of the scope’s dealer with a key of its own, which is not stored yet. */
export const newProfile = async (
  scope: Rights,
  given: GivenProfile,
  content: ProfileContent,
  now: number,
): Promise<ProfileRecord> => ({
  ...given,
  ...withoutLarge(content),
  ...signature(scope, now),
  ProfileKey: KEYS_BEFORE + (await nextNumber('profile')),
  PTStatus: PT_ENABLED,
  DealerKey: scope.dealerKey,
  dealerPath: scope.dealerPath,
  version: 1,
});

/** The entities of a transaction that stores a new profile. */
export const newProfileEntities = {
  profile: ProfileEntity,
  version: ProfileVersionEntity,
  name: ProfileNameEntity,
  dealer: DealerEntity,
};

/**
 * The writes that store a new profile, for a transaction with `newProfileEntities`. The transaction also checks the place of the profile's dealer.
 * Refused as `taken` if the dealer has a profile of this name, and as `changed` if an imported profile has the key.
 */
export const creationWrites = (
  to: TransactWriteEntities<Pick<typeof newProfileEntities, 'profile' | 'version' | 'name'>>,
  profile: ProfileRecord,
  content: ProfileContent,
) => {
  const { DealerKey, UnitModel, UnitFirmVer, ProfileKey, ProfileName } = profile;
  return [
    refusedAs(
      'taken',
      to.name.create({ DealerKey, UnitModel, UnitFirmVer, ProfileKey, name: nameSkeleton(ProfileName) }).commit(),
    ),
    to.profile.create(profile).commit(),
    to.version.create(versionOf(profile, content, [])).commit(),
  ];
};

/** What the refusals of `creationWrites`, and of the check of the dealer, lead to. */
export const creationRefusals = () => ({
  taken: new AppError('CONFLICT', NAME_TAKEN, [{ path: 'newName', message: NAME_TAKEN }]),
  dealerMoved: DEALER_MOVED,
});

/** The audit entry of a new profile. */
export const creationEntry = (scope: Rights, profile: ProfileRecord, now: number) => {
  const { UnitModel, UnitFirmVer, LineID, Label } = profile;
  const after = { UnitModel, UnitFirmVer, LineID, Label };
  return auditEntry(scope, { ...objectOf(profile), action: 'create profile', after }, now);
};

const signature = ({ actor }: Pick<Scope, 'actor'>, now: number) => ({
  savedAt: instant(now),
  savedBy: actor.fullName || actor.userName,
});

const versionOf = (
  { ProfileKey, version, savedAt, savedBy }: ProfileRecord,
  content: ProfileContent,
  changes: ProfileChange[],
) => ({ ...content, ProfileKey, version, savedAt, savedBy, changes });

const MOST_NAMED = 3;

/** The refusal of a change that was made on an older version: who changed what since then. */
function changedMeanwhile(profile: ProfileRecord, read: ProfileContent, stored: ProfileContent): AppError {
  const changes = changesBetween(profile, read, stored);
  const labels = changes.map(({ label }) => label);
  const more = labels.length - MOST_NAMED;
  const named = more > 0 ? [...labels.slice(0, MOST_NAMED), `${more} more`] : labels;
  const what = named.length > 0 ? new Intl.ListFormat('en').format(named) : 'the profile';
  return new AppError(
    'CONFLICT',
    `${profile.savedBy} changed ${what} meanwhile`,
    changes.map(({ field, label, from, to }) => ({
      path: field,
      message: `${label}: ${from.join(', ') || '—'} → ${to.join(', ') || '—'}`,
    })),
  );
}
