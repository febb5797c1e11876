import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { TOO_MANY_LOGINS } from '#core/auth/sign-in-limits.ts';
import type { RequestFacts } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { PASSKEY_CHALLENGE_LIFE, PASSKEY_LIMIT, UNKNOWN_PASSKEY, type UsedCredential } from '#core/passkeys/passkey.ts';
import type { PasskeyRecord } from '#core/passkeys/passkey-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { passkeyChallengeStore } from '#data/passkeys/passkey-challenges.ts';
import { passkeyStore } from '#data/passkeys/passkeys.ts';
import { isEnabled, userStore } from '#data/users/users.ts';
import { logger } from '#platform/aws/observability.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { openSession } from '#platform/session/open-session.ts';
import { challengeIn, relyingParty } from './web-authn.ts';

/** The options for the browser to sign in. They are the same for everybody, so they do not reveal which users exist. */
export async function beginSignIn({ sourceIp }: RequestFacts, now: number) {
  if (!(await attemptStore.count(PASSKEY_LIMIT, addressSubject(sourceIp), now)))
    throw new AppError('FORBIDDEN', TOO_MANY_LOGINS);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    userVerification: 'required',
    timeout: PASSKEY_CHALLENGE_LIFE,
  });
  await passkeyChallengeStore.create(options.challenge, undefined, now);
  return { ...options };
}

const unknown = () => new AppError('UNAUTHENTICATED', UNKNOWN_PASSKEY);

/** Starts a session for the owner of the passkey. Each challenge is valid for one try. */
export async function signIn(credential: UsedCredential, request: RequestFacts, now: number) {
  const challenge = challengeIn(credential.response.clientDataJSON);
  if (!challenge || !(await passkeyChallengeStore.take(challenge, undefined, now))) throw unknown();
  const passkey = await passkeyStore.byCredential(credential.id);
  const counter = passkey && (await countOf(credential, passkey, challenge));
  const user = passkey && (await userStore.byKey(passkey.UserKey));
  if (!passkey || counter === undefined || !user || !isEnabled(user)) throw unknown();
  if (!(await passkeyStore.use(passkey, counter, now))) throw unknown();
  await attemptStore.undoCount(PASSKEY_LIMIT, addressSubject(request.sourceIp), now);
  return openSession(user, 'passkey', request, now);
}

/** The authenticator's new counter if the passkey signed for this portal and verified its user; else undefined. */
async function countOf(
  credential: UsedCredential,
  { credentialId, publicKey, counter, UserKey }: PasskeyRecord,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { userHandle } = credential.response;
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString('utf8') !== UserKey) return undefined;
  const { rpID, origin } = relyingParty();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    // One reason is a counter that did not grow: there may be a copy of the passkey.
    logger.warn('A passkey was refused', error as Error);
    return undefined;
  }
}
