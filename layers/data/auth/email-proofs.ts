import { z } from 'zod';
import { DAY, instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { tryChange } from '../kit/change.ts';
import { OneTimeTokenEntity, oneTimeTokens } from '../kit/one-time-tokens.ts';
import { byThemselves } from '../users/user-changes.ts';
import { isEnabled, type StoredUser, UserEntity, userObject, userStore } from '../users/users.ts';

const LIFE = 3 * DAY;

const tokens = oneTimeTokens('emailProof', z.object({ UserKey: z.string(), UserEmail: z.string() }), LIFE);

/** Links by which users prove that mails to an address reach them. */
export const emailProofStore = {
  life: LIFE,

  /** A token to send to the address of the user, and nowhere else. */
  issue: ({ UserKey, UserEmail }: StoredUser, now: number): Promise<string> =>
    tokens.issue({ UserKey, UserEmail }, now),

  /** Uses the token up and has its address be proven; undefined where it is not good, or the user has another address by now. */
  async use(token: string, sourceIp: string, now: number): Promise<StoredUser | undefined> {
    const facts = await tokens.look(token, now);
    const user = facts && (await userStore.byKey(facts.UserKey));
    if (!user || !isEnabled(user) || user.UserEmail !== facts.UserEmail) return undefined;
    const confirmed = {
      ...userObject(user),
      action: 'confirm e-mail address',
      after: { UserEmail: user.UserEmail, sourceIp },
    };
    const refusal = await tryChange(
      {
        entities: { token: OneTimeTokenEntity, user: UserEntity },
        audit: auditEntry(byThemselves(user), confirmed, now),
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
