import type { AccessFlag } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { NAME_TAKEN } from '#core/users/user.ts';
import { type AuditItem, auditEntry } from '../audit/audit.ts';
import { DEALER_MOVED, DealerEntity, standingAt } from '../dealers/dealers.ts';
import { change, refusedAs, tryChange } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { without } from '../kit/without.ts';
import { noSuchUser } from './managed-users.ts';
import { UserLookupEntity, userLookupsOf } from './user-lookups.ts';
import { type StoredUser, UserEntity, UserNameEntity, userObject } from './users.ts';

type Actor = Pick<Scope, 'userKey' | 'userName' | 'actor'>;

const CHANGED_MEANWHILE = 'The user changed meanwhile';

const entities = { user: UserEntity, name: UserNameEntity, lookup: UserLookupEntity, dealer: DealerEntity };

export const userEditStore = {
  /**
   * Makes `next` of the user, with its name, what finds it and its audit entry. Where it sets `next.signedOutAt` anew, all
   * sessions begun until then end. CONFLICT where the user is no longer what the caller believed, and 'Already exists' where its new
   * name is taken. Answers the user as it then is.
   */
  async change(actor: Actor, was: StoredUser, next: StoredUser, action: string, now: number): Promise<StoredUser> {
    const changed = differences(was, next);
    if (changed.length === 0) return was;
    const claim = changed.includes('UserEmail') ? newClaim(actor, was, now) : undefined;
    const lookups = { was: userLookupsOf(was), next: userLookupsOf(next) };
    await change(
      {
        entities,
        audit: changeEntries(actor, was, next, action, now),
        refused: { dealerMoved: DEALER_MOVED, changed: CHANGED_MEANWHILE, nameTaken: NAME_TAKEN },
      },
      (to) => [
        ...(was.DealerKey === next.DealerKey ? [] : [refusedAs('dealerMoved', standingAt(to.dealer, next))]),
        to.user
          .patch({ UserKey: was.UserKey })
          .set({ tree: 'all', ...managedFields(next), ...claim, ...ending(was, next) })
          .remove(claim ? ['emailProvenAt'] : [])
          .where(asRead(was))
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

  /** Deletes the user with its name and what finds it. NOT_FOUND where somebody else did, CONFLICT where it changed meanwhile. */
  async remove(actor: Actor, was: StoredUser, now: number): Promise<void> {
    const entry = auditEntry(
      actor,
      { ...userObject(was), action: 'delete user', before: facts(was, [...MANAGED_FIELDS]) },
      now,
    );
    const refusal = await tryChange({ entities, audit: entry }, (to) => [
      to.user.delete({ UserKey: was.UserKey }).where(asRead(was)).commit(),
      to.name.delete({ name: was.UserName.toLowerCase() }).commit(),
      ...userLookupsOf(was).map((lookup) => to.lookup.delete(lookup).commit()),
    ]);
    if (!refusal) return;
    const { data } = await UserEntity.get({ UserKey: was.UserKey }).go({ consistent: true });
    throw data ? new AppError('CONFLICT', CHANGED_MEANWHILE) : noSuchUser();
  },
};

/** What administrators change of a user. */
const MANAGED_FIELDS = [
  'UserName',
  'UserEmail',
  'UserFirstName',
  'UserLastName',
  'UserStatus',
  'UserTypeKey',
  'DealerKey',
  'flags',
] as const;
type ManagedField = (typeof MANAGED_FIELDS)[number];

/** The condition that the user is as it was judged: a change in between could give rights that nobody has checked. */
const asRead =
  (was: StoredUser) =>
  (item: StoredUser, { eq }: Operations): string =>
    [...MANAGED_FIELDS, 'dealerPath' as const].map((field) => eq(item[field], was[field])).join(' AND ');

/** What is known of an address that has just been written down: nobody has proven it. */
const newClaim = ({ actor }: Actor, { UserKey }: StoredUser, now: number) => ({
  emailSince: instant(now),
  emailBySelf: actor.userKey === UserKey,
});

const withClaim = ({ emailProvenAt: _proof, ...user }: StoredUser, claim: ReturnType<typeof newClaim>): StoredUser => ({
  ...user,
  ...claim,
});

/** Only where the change says so: another one may have ended them since the user was read. */
const ending = (was: StoredUser, { signedOutAt }: StoredUser) =>
  signedOutAt === was.signedOutAt ? {} : { signedOutAt };

const managedFields = (user: StoredUser) => ({
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

const differences = (was: StoredUser, next: StoredUser): ManagedField[] =>
  MANAGED_FIELDS.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(next[field]));

/** The fields as the audit tells them. */
const facts = (user: StoredUser, fields: readonly ManagedField[]) =>
  Object.fromEntries(
    fields.map((field) => [field === 'flags' ? 'access' : field, user[field] as AccessFlag[] | string]),
  );

/** The audit of a change. Of a user who moves, each dealer hears its own part: the one that they left, the one that they came to. */
function changeEntries(actor: Actor, was: StoredUser, next: StoredUser, action: string, now: number): AuditItem[] {
  const moved = was.DealerKey !== next.DealerKey;
  const changed = differences(was, next);
  const before = facts(was, moved ? changed.filter((field) => field !== 'DealerKey') : changed);
  const entry = auditEntry(actor, { ...userObject(next), action, before, after: facts(next, changed) }, now);
  return moved
    ? [entry, auditEntry(actor, { ...userObject(was), action: 'move user to another dealer' }, now)]
    : [entry];
}
