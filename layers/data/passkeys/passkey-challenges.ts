import { z } from 'zod';
import { PASSKEY_CHALLENGE_LIFE } from '#core/passkeys/passkey.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';

const tokens = oneTimeTokens('passkeyChallenge', z.object({}), PASSKEY_CHALLENGE_LIFE);

/** The token contains the user who may add a passkey with the challenge. Without a user it is for signing in. */
const tokenOf = (challenge: string, UserKey = '') => `${UserKey} ${challenge}`;

/** The challenges that authenticators are asked to sign. `now` in milliseconds. */
export const passkeyChallengeStore = {
  create: (challenge: string, UserKey: string | undefined, now: number): Promise<void> =>
    tokens.keep(tokenOf(challenge, UserKey), {}, now + tokens.life),

  /** Takes the challenge, once. False if there is none for this user, or it has expired. */
  take: async (challenge: string, UserKey: string | undefined, now: number): Promise<boolean> =>
    (await tokens.take(tokenOf(challenge, UserKey), now)) !== undefined,
};
