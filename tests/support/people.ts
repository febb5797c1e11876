import type { UserRecord } from '#core/users/user-record.ts';
import './table.ts';
import { randomUUID } from 'node:crypto';
import { ACCESS_FLAGS, type AccessFlag, USER_TYPE, type UserType } from '#core/access.ts';
import { MINUTE } from '#core/time.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import type { UserWithPassword } from '#data/users/passwords.ts';
import { userStore } from '#data/users/users.ts';
import { issueToken } from '#platform/session/session-token.ts';
import { userItem } from '#scripts/seed/people.ts';
import { quickHash } from './quick-hash.ts';

export const PASSWORD = 'Watchkeep-2026';
const PASSWORD_HASH = quickHash(PASSWORD);

export interface Options {
  type: UserType;
  /** One of the seeded dealers. */
  dealer: number;
  flags: readonly AccessFlag[];
  enabled: boolean;
  userName: string;
  userKey: string;
  first: string;
  last: string;
  /** True if the address of the user is proven. */
  proven: boolean;
}

let count = 0;
/** All files share one inbox, in which each reads the mails of its own people only. */
const fileId = randomUUID().slice(0, 6);

/** Every flag that gives access: without the one that hides customers. */
export const WIDEST_FLAGS: readonly AccessFlag[] = ACCESS_FLAGS.filter((flag) => flag !== 'HIDE_CUSTOMER');

/** A new user: by default staff of dealer 22 with the widest access. The password is PASSWORD. */
export async function aUser({
  type = USER_TYPE.dealerStaff,
  dealer = 22,
  flags = WIDEST_FLAGS,
  enabled = true,
  userName,
  userKey,
  first = 'Pat',
  last = `Example ${count}`,
  proven = true,
}: Partial<Options> = {}): Promise<UserWithPassword> {
  const person = {
    kind: 'test',
    userName: userName ?? `person-${fileId}-${count}@watchkeep.example`,
    first,
    last,
    type,
    dealer,
    flags,
  };
  const { emailProvenAt, ...item } = userItem(person, count++);
  const user = {
    ...item,
    ...(proven && { emailProvenAt }),
    UserStatus: enabled ? 1 : 0,
    passwordHash: PASSWORD_HASH,
    ...(userKey !== undefined && { UserKey: userKey }),
  };
  await userStore.create(user);
  return user;
}

/** A session of the user, created and last active at `now`. */
export async function aSession(user: UserRecord, now = Date.now()): Promise<{ sessionId: string; token: string }> {
  const sessionId = randomUUID();
  await sessionStore.start(sessionId, user.UserKey, now);
  return { sessionId, token: await issueToken({ sessionId, userKey: user.UserKey }, now) };
}

/** A session of the user that is shown as a dealer below their own. */
export async function aShownSession(user: UserRecord, DealerKey: number, now = Date.now()) {
  const session = await aSession(user, now);
  await SessionEntity.patch({ sessionId: session.sessionId })
    .set({ shown: { UserKey: user.UserKey, DealerKey } })
    .go();
  return session;
}

const tokens = new Map<string, { since: number; token: Promise<string> }>();
/** Less than a session lasts without activity. */
const KEPT_FOR = 30 * MINUTE;

/** A token of the user, from one session for all calls of a file; from a new one when the test has set the clock to another time. */
export function tokenOf(user: UserRecord): Promise<string> {
  const kept = tokens.get(user.UserKey);
  const now = Date.now();
  if (kept && Math.abs(now - kept.since) < KEPT_FOR) return kept.token;
  const token = aSession(user, now).then((session) => session.token);
  tokens.set(user.UserKey, { since: now, token });
  return token;
}
