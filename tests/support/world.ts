import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { holderOf } from '#data/users/users.ts';
import { aUnit, someDealers } from './fleet.ts';
import { aSession, aUser } from './people.ts';
import { SAMPLES } from './samples.ts';

/** A table in which every sample event succeeds for allowed callers of dealer 220. The unit of the samples is `400220`. */
export async function aWorld(): Promise<{ unit: UnitRecord }> {
  await someDealers();
  const scope = scopeOf(await aUser({ dealer: 220 }));
  const unit = await aUnit({ number: 220, dealer: 220 });
  for (const { add } of SAMPLES) await add?.({ scope, unit });
  return { unit };
}

/** The scope of the user's requests in a session that runs. */
export const runningScope = async (user: UserRecord): Promise<Scope> => ({
  ...scopeOf(user),
  sessionId: (await aSession(user)).sessionId,
});

/** The scope of the user's requests. */
export const scopeOf = (user: UserRecord): Scope => ({
  sessionId: 'test',
  grounds: { users: [user] },
  userKey: user.UserKey,
  userName: user.UserName,
  fullName: fullNameOf(user),
  dealerKey: user.DealerKey,
  dealerPath: user.dealerPath,
  home: { dealerKey: user.DealerKey, dealerPath: user.dealerPath },
  actor: { userKey: user.UserKey, userName: user.UserName, fullName: fullNameOf(user) },
  ...holderOf(user),
});
