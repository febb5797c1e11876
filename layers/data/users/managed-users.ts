import { createWriteTransaction } from 'electrodb';
import type { AccessFlag } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { NAME_TAKEN } from '#core/users/user.ts';
import { AuditEntity, type AuditItem, auditEntry } from '../audit/audit.ts';
import { DEALER_MOVED, DealerEntity, standingAt } from '../dealers/dealers.ts';
import { getAll } from '../kit/batch.ts';
import { committed, refusedAt } from '../kit/conditions.ts';
import { page } from '../kit/page.ts';
import { through } from '../kit/table.ts';
import { without } from '../kit/without.ts';
import { findable, UserLookupEntity, userLookupsOf } from './user-lookups.ts';
import { isEnabled, type StoredUser, UserEntity, UserNameEntity, userObject } from './users.ts';

/** Which users are listed: those of a dealer, or of it and all below it; of one status or both. */
export interface UserSelection {
  dealer: { DealerKey: number; dealerPath: string };
  below: boolean;
  status: 'enabled' | 'disabled' | undefined;
}

type Actor = Pick<Scope, 'userKey' | 'userName' | 'actor'>;

const missing = () => new AppError('NOT_FOUND', 'There is no such user');
const changedMeanwhile = () => new AppError('CONFLICT', 'The user changed meanwhile');

/** A search whose finds are of another status or dealer looks at most this many pages further. */
const MOST_PAGES = 5;

export const managedUserStore = {
  /** The user; NOT_FOUND where there is none or it lies outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, UserKey: string): Promise<StoredUser> {
    const { data } = await UserEntity.get({ UserKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw missing();
    return data;
  },

  /** One page of users, by dealer and user name. */
  list({ dealer, below, status }: UserSelection, request: PageRequest): Promise<Page<StoredUser>> {
    const { dealerPath } = dealer;
    const from = below ? { dealerPath } : { dealerPath, UserName: ' ' };
    const to = below ? { dealerPath: through(dealerPath) } : { dealerPath, UserName: through('') };
    return page(
      status
        ? UserEntity.query.byStatus({ UserStatus: status === 'enabled' ? 1 : 0 }).between(from, to)
        : UserEntity.query.byTree({ tree: 'all' }).between(from, to),
      request,
    );
  },

  /** One page of the users whose user name, mail address, first or last name begins with `text`, by what was found. */
  async find(selection: UserSelection, text: string, request: PageRequest): Promise<Page<StoredUser>> {
    const { DealerKey } = selection.dealer;
    const value = findable(text);
    const query = UserLookupEntity.query.byDealer({ DealerKey }).between({ value }, { value: through(value) });
    let { cursor } = request;
    for (let pages = 1; ; pages++) {
      const found = await page(query, { cursor, pageSize: request.pageSize });
      const items = (await inOrder(found.items.map(({ UserKey }) => UserKey))).filter((user) => fits(selection, user));
      if (items.length > 0 || found.cursor === null || pages === MOST_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },

  /** Whether somebody has the name. */
  async isTaken(name: string): Promise<boolean> {
    const { data } = await UserNameEntity.get({ name: name.toLowerCase() }).go({ consistent: true });
    return data !== null;
  },

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
    const renamed = was.UserName.toLowerCase() !== next.UserName.toLowerCase();
    const changesDealer = was.DealerKey !== next.DealerKey;
    const result = await committed(() =>
      createWriteTransaction(
        { user: UserEntity, name: UserNameEntity, lookup: UserLookupEntity, audit: AuditEntity, dealer: DealerEntity },
        (entities) => [
          entities.user
            .patch({ UserKey: was.UserKey })
            .set({ tree: 'all', ...managedFields(next), ...claim, ...ending(was, next) })
            .remove(claim ? ['emailProvenAt'] : [])
            .where((user, { eq }) =>
              BELIEVED.map((field) => eq(user[field] as never, was[field] as never)).join(' AND '),
            )
            .commit(),
          ...(renamed
            ? [
                entities.name.create({ name: next.UserName.toLowerCase(), UserKey: was.UserKey }).commit(),
                entities.name.remove({ name: was.UserName.toLowerCase() }).commit(),
              ]
            : []),
          ...without(lookups.was, lookups.next).map((lookup) => entities.lookup.delete(lookup).commit()),
          ...without(lookups.next, lookups.was).map((lookup) => entities.lookup.put(lookup).commit()),
          ...changeEntries(actor, was, next, action, now).map((entry) => entities.audit.create(entry).commit()),
          ...(changesDealer ? [standingAt(entities.dealer, next)] : []),
        ],
      ).go(),
    );
    if (!result.canceled) return claim ? withClaim(next, claim) : next;
    if (changesDealer && refusedAt(result, result.data.length - 1)) throw new AppError('CONFLICT', DEALER_MOVED);
    throw renamed && refusedAt(result, 1) && !refusedAt(result, 0)
      ? new AppError('CONFLICT', NAME_TAKEN)
      : changedMeanwhile();
  },

  /** Deletes the user with its name and what finds it. NOT_FOUND where somebody else did, CONFLICT where it changed meanwhile. */
  async remove(actor: Actor, was: StoredUser, now: number): Promise<void> {
    const entry = auditEntry(
      actor,
      { ...userObject(was), action: 'delete user', before: facts(was, [...MANAGED_FIELDS]) },
      now,
    );
    const result = await committed(() =>
      createWriteTransaction(
        { user: UserEntity, name: UserNameEntity, lookup: UserLookupEntity, audit: AuditEntity },
        (entities) => [
          entities.user
            .delete({ UserKey: was.UserKey })
            .where((user, { eq }) =>
              BELIEVED.map((field) => eq(user[field] as never, was[field] as never)).join(' AND '),
            )
            .commit(),
          entities.name.delete({ name: was.UserName.toLowerCase() }).commit(),
          ...userLookupsOf(was).map((lookup) => entities.lookup.delete(lookup).commit()),
          entities.audit.create(entry).commit(),
        ],
      ).go(),
    );
    if (!result.canceled) return;
    const { data } = await UserEntity.get({ UserKey: was.UserKey }).go({ consistent: true });
    throw data ? changedMeanwhile() : missing();
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

/** What a change relies on: another change of it in between would let rights be given that nobody had judged. */
const BELIEVED = [
  'UserName',
  'UserEmail',
  'UserFirstName',
  'UserLastName',
  'UserStatus',
  'UserTypeKey',
  'DealerKey',
  'dealerPath',
  'flags',
] as const;

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

/** The users of the keys, each once, in the order of the keys; those that are gone by now are left out. */
async function inOrder(keys: readonly string[]): Promise<StoredUser[]> {
  const wanted = [...new Set(keys)];
  const users = await getAll(
    UserEntity,
    wanted.map((UserKey) => ({ UserKey })),
  );
  const found = new Map(users.map((user) => [user.UserKey, user]));
  return wanted.flatMap((key) => found.get(key) ?? []);
}

const fits = ({ dealer, below, status }: UserSelection, user: StoredUser) =>
  (below ? covers(dealer, user.dealerPath) : user.dealerPath === dealer.dealerPath) &&
  (status === undefined || (status === 'enabled') === isEnabled(user));
