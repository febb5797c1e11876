import { z } from 'zod';
import { DAY, instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { tryChange } from '../kit/change.ts';
import { OneTimeTokenEntity, oneTimeTokens } from '../kit/one-time-tokens.ts';
import { ownActor } from '../users/user-changes.ts';
import { UserEntity } from '../users/user-entities.ts';
import { isEnabled, userObject, userStore } from '../users/users.ts';

const LIFETIME_MS = 3 * DAY;

const tokens = oneTimeTokens('emailProof', z.object({ UserKey: z.string(), UserEmail: z.string() }), LIFETIME_MS);

/** Links by which users prove that they receive mail at their address. */
export const emailProofStore = {
  life: LIFETIME_MS,

  /** Returns a token. Send it only to the address of the user. */
  issue: ({ UserKey, UserEmail }: UserRecord, now: number): Promise<string> =>
    tokens.issue({ UserKey, UserEmail }, now),

  /** Uses the token up and marks its address as proven. Undefined if the token is invalid, or the user has another address now. */
  async use(token: string, sourceIp: string, now: number): Promise<UserRecord | undefined> {
    const facts = await tokens.look(token, now);
    const user = facts && (await userStore.byKey(facts.UserKey));
    if (!user || !isEnabled(user) || user.UserEmail !== facts.UserEmail) return undefined;
    const confirmed = {
      ...userObject(user),
      action: 'confirm e-mail address' as const,
      after: { UserEmail: user.UserEmail, sourceIp },
    };
    const refusal = await tryChange(
      {
        entities: { token: OneTimeTokenEntity, user: UserEntity },
        audit: auditEntry(ownActor(user), confirmed, now),
      },
      (to) => [
        tokens.useUp(to.token, token, now),
        to.user
          .patch({ UserKey: user.UserKey })
          .set({ emailProvenAt: instant(now) })
          .where(({ UserEmail }, { eq }) => eq(UserEmail, user.UserEmail))
          .commit(),
      ],
    );
    return refusal ? undefined : user;
  },
};
