import { z } from 'zod';
import { Asker, askerOf } from '#core/auth/identities.ts';
import { ActedBy, type Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import type { AuditItem } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import { newToken, OneTimeTokenEntity, oneTimeTokens } from '../kit/one-time-tokens.ts';

/** Signs a user in once, by a link from another system. */
export const entryTokens = oneTimeTokens(
  'entry',
  z.object({
    UserKey: z.string(),
    issuedBy: ActedBy,
    askedBy: Asker,
    /** Milliseconds. The token is void if the user has signed out everywhere since. */
    issuedAt: z.number(),
    /** The session that was exchanged and its latest end in milliseconds. Absent if an administrator issued the token. */
    session: z.object({ sessionId: z.string(), endsAt: z.number() }).optional(),
    phoneNumber: z.string().optional(),
  }),
  5 * MINUTE,
);

/** Returns a new token for the user with these facts and its issuer, and stores it with the audit entry of its issue. */
export async function issueEntryToken(
  scope: Scope,
  user: UserRecord,
  facts: Omit<Parameters<typeof entryTokens.issue>[0], 'UserKey' | 'issuedBy' | 'askedBy'>,
  audit: AuditItem,
  now: number,
): Promise<string> {
  const token = newToken();
  await change(
    {
      entities: { token: OneTimeTokenEntity },
      by: scope,
      about: user,
      audit,
      refused: { changed: 'Please try again' },
    },
    (to) => [
      entryTokens.keepIn(
        to.token,
        token,
        { ...facts, UserKey: user.UserKey, issuedBy: audit, askedBy: askerOf(scope) },
        now + entryTokens.life,
      ),
    ],
  );
  return token;
}
