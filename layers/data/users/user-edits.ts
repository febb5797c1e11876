import type { TransactWriteEntities } from 'electrodb';
import type { AccessFlag } from '#core/access.ts';
import type { AuditAction } from '#core/audit/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { NAME_TAKEN } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { type AuditItem, auditEntry } from '../audit/audit.ts';
import { DEALER_MOVED, DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { change, refusedAs, tryChange } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { maySameAs } from '../kit/grounds.ts';
import { without } from '../kit/without.ts';
import { noSuchUser } from './managed-users.ts';
import { remainingEngineer } from './root-engineers.ts';
import { UserCountEntity, UserEntity, UserNameEntity } from './user-entities.ts';
import { UserLookupEntity, userLookupsOf } from './user-lookups.ts';
import { userObject } from './users.ts';

const CHANGED_MEANWHILE = 'The user changed meanwhile';
const ENGINEERS_CHANGED = 'The engineers of dealer 1 changed at the same moment. Please try again';

const entities = {
  user: UserEntity,
  name: UserNameEntity,
  lookup: UserLookupEntity,
  dealer: DealerEntity,
  count: UserCountEntity,
};

export const userEditStore = {
  /**
   * Changes the user `was` to `next`, with its name, its lookups and its audit entry. A new `next.signedOutAt` ends all sessions that
   * were started before it. CONFLICT if the user has changed since it was read or its dealer was moved, and 'Already exists' if its new name is taken.
   * Returns the changed user.
   */
  async change(scope: Scope, was: UserRecord, next: UserRecord, action: AuditAction, now: number): Promise<UserRecord> {
    const changed = differences(was, next);
    if (changed.length === 0) return was;
    const claim = changed.includes('UserEmail') ? newClaim(scope, was, now) : undefined;
    const lookups = { was: userLookupsOf(was), next: userLookupsOf(next) };
    const engineer = await remainingEngineer(scope.grounds, was, next);
    await change(
      {
        entities,
        audit: changeEntries(scope, was, next, action, now),
        by: scope,
        about: was,
        refused: {
          dealerMoved: DEALER_MOVED,
          changed: CHANGED_MEANWHILE,
          nameTaken: NAME_TAKEN,
          engineerLost: ENGINEERS_CHANGED,
        },
      },
      (to) => [
        ...(was.DealerKey === next.DealerKey
          ? []
          : [
              refusedAs('dealerMoved', dealerIsAt(to.dealer, next)),
              to.count.upsert({ DealerKey: was.DealerKey }).add({ count: -1 }).commit(),
              to.count.upsert({ DealerKey: next.DealerKey }).add({ count: 1 }).commit(),
            ]),
        ...engineerStays(to.user, engineer),
        to.user
          .patch({ UserKey: was.UserKey })
          .set({ tree: 'all', ...managedFields(next), ...claim, ...signOutOf(was, next) })
          .remove(claim ? ['emailProvenAt'] : [])
          .where(isUnchanged(was))
          .commit(),
        ...(was.UserName.toLowerCase() === next.UserName.toLowerCase()
          ? []
          : [
              refusedAs(
                'nameTaken',
                to.name.create({ name: next.UserName.toLowerCase(), UserKey: was.UserKey }).commit(),
              ),
              to.name.remove({ name: was.UserName.toLowerCase() }).commit(),
            ]),
        ...without(lookups.was, lookups.next).map((lookup) => to.lookup.delete(lookup).commit()),
        ...without(lookups.next, lookups.was).map((lookup) => to.lookup.put(lookup).commit()),
      ],
    );
    return claim ? withClaim(next, claim) : next;
  },

  /** Deletes the user, its name and its lookups. NOT_FOUND if it was deleted already, CONFLICT if it or the place of its dealer changed meanwhile. */
  async remove(scope: Scope, was: UserRecord, now: number): Promise<void> {
    const entry = auditEntry(
      scope,
      { ...userObject(was), action: 'delete user', before: auditedFields(was, [...MANAGED_FIELDS]) },
      now,
    );
    const engineer = await remainingEngineer(scope.grounds, was, undefined);
    const refusal = await tryChange({ entities, audit: entry, by: scope, about: was }, (to) => [
      ...engineerStays(to.user, engineer),
      to.user.delete({ UserKey: was.UserKey }).where(isUnchanged(was)).commit(),
      to.name.delete({ name: was.UserName.toLowerCase() }).commit(),
      to.count.upsert({ DealerKey: was.DealerKey }).add({ count: -1 }).commit(),
      ...userLookupsOf(was).map((lookup) => to.lookup.delete(lookup).commit()),
    ]);
    if (!refusal) return;
    if (refusal === 'engineerLost') throw new AppError('CONFLICT', ENGINEERS_CHANGED);
    const { data } = await UserEntity.get({ UserKey: was.UserKey }).go({ consistent: true });
    throw data ? new AppError('CONFLICT', CHANGED_MEANWHILE) : noSuchUser();
  },
};

/** The fields of a user that users can change too. */
const NAMING_FIELDS = ['UserName', 'UserEmail', 'UserFirstName', 'UserLastName'] as const;
/** The fields of a user that administrators can change. */
const MANAGED_FIELDS = [...NAMING_FIELDS, 'UserStatus', 'UserTypeKey', 'DealerKey', 'flags'] as const;
type ManagedField = (typeof MANAGED_FIELDS)[number];

/** The condition that the user is unchanged since it was read. A change in between could grant rights that were not checked. */
const isUnchanged =
  (was: UserRecord) =>
  (item: Required<UserRecord>, operations: Operations): string =>
    [maySameAs(was)(item, operations), ...NAMING_FIELDS.map((field) => operations.eq(item[field], was[field]))].join(
      ' AND ',
    );

/** The check that the engineer of dealer 1 who has to remain still is one. */
const engineerStays = (user: TransactWriteEntities<typeof entities>['user'], engineer: UserRecord | undefined) =>
  engineer
    ? [refusedAs('engineerLost', user.check({ UserKey: engineer.UserKey }).where(maySameAs(engineer)).commit())]
    : [];

/** The claim on a new address: it is not proven. */
const newClaim = ({ actor }: Scope, { UserKey }: UserRecord, now: number) => ({
  emailSince: instant(now),
  emailBySelf: actor.userKey === UserKey,
});

const withClaim = ({ emailProvenAt: _proof, ...user }: UserRecord, claim: ReturnType<typeof newClaim>): UserRecord => ({
  ...user,
  ...claim,
});

/** Sets `signedOutAt` only if the change does. Another change may have set it since the user was read. */
const signOutOf = (was: UserRecord, { signedOutAt }: UserRecord) =>
  signedOutAt === was.signedOutAt ? {} : { signedOutAt };

const managedFields = (user: UserRecord) => ({
  UserName: user.UserName,
  UserEmail: user.UserEmail,
  UserFirstName: user.UserFirstName,
  UserLastName: user.UserLastName,
  UserStatus: user.UserStatus,
  UserTypeKey: user.UserTypeKey,
  DealerKey: user.DealerKey,
  dealerPath: user.dealerPath,
  flags: user.flags,
});

const differences = (was: UserRecord, next: UserRecord): ManagedField[] =>
  MANAGED_FIELDS.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(next[field]));

/** The fields as the audit shows them. */
const auditedFields = (user: UserRecord, fields: readonly ManagedField[]) =>
  Object.fromEntries(
    fields.map((field) => [field === 'flags' ? 'access' : field, user[field] as AccessFlag[] | string]),
  );

/** The audit entries of a change. If the user moves, the old and the new dealer each get an entry of their own. */
function changeEntries(scope: Scope, was: UserRecord, next: UserRecord, action: AuditAction, now: number): AuditItem[] {
  const moved = was.DealerKey !== next.DealerKey;
  const changed = differences(was, next);
  const before = auditedFields(was, moved ? changed.filter((field) => field !== 'DealerKey') : changed);
  const entry = auditEntry(scope, { ...userObject(next), action, before, after: auditedFields(next, changed) }, now);
  return moved
    ? [entry, auditEntry(scope, { ...userObject(was), action: 'move user to another dealer' }, now)]
    : [entry];
}
