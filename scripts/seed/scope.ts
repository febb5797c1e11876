import { randomUUID } from 'node:crypto';
import type { Scope } from '#core/scope.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { holderOf, userStore } from '#data/users/users.ts';

/** Does `work` with the rights of a seeded user. Its session exists until then, because a change is refused without one. */
export async function withScopeOf(userName: string, now: number, work: (scope: Scope) => Promise<void>): Promise<void> {
  const user = await userStore.byName(userName);
  if (!user) throw new Error(`${userName} was not seeded`);
  const sessionId = randomUUID();
  await sessionStore.start(sessionId, user.UserKey, now);
  const person = { userKey: user.UserKey, userName: user.UserName, fullName: fullNameOf(user) };
  const place = { dealerKey: user.DealerKey, dealerPath: user.dealerPath };
  try {
    await work({
      ...{ ...person, ...place, ...holderOf(user), sessionId },
      ...{ actor: person, home: place, grounds: { users: [user] } },
    });
  } finally {
    await sessionStore.end(sessionId);
  }
}
