import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { AppError } from '#core/errors.ts';
import { type NewCredential, PASSKEY_CHALLENGE_LIFE, type Passkey } from '#core/passkeys/passkey.ts';
import type { PasskeyRecord } from '#core/passkeys/passkey-record.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { newId } from '#data/kit/id.ts';
import { passkeyChallengeStore } from '#data/passkeys/passkey-challenges.ts';
import { passkeyStore, requireRoom } from '#data/passkeys/passkeys.ts';
import { shownPasskey } from '#data/passkeys/shown.ts';
import { logger } from '#platform/aws/observability.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { confirmedAccount, ownAccount } from '#platform/session/own-account.ts';
import { passkeyInMail } from './passkey-in-mail.ts';
import { challengeIn, relyingParty } from './web-authn.ts';

/** EdDSA, ES256, RS256 (COSE). Every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

/** The options for the browser to create a passkey. The password is required, because a passkey gives permanent access. */
export async function beginRegister(scope: Scope, { password }: { password: string }, now: number) {
  const user = await confirmedAccount(scope, password, now);
  const existing = await passkeyStore.ofUser(user.UserKey);
  requireRoom(existing);
  const { rpID, rpName } = relyingParty();
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: user.UserName,
    userDisplayName: `${user.UserFirstName} ${user.UserLastName}`,
    userID: new Uint8Array(Buffer.from(user.UserKey)),
    timeout: PASSKEY_CHALLENGE_LIFE,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await passkeyChallengeStore.create(options.challenge, user.UserKey, now);
  return { ...options };
}

/** Adds the passkey that the browser has created. */
export async function register(
  scope: Scope,
  { name, credential }: { name: string; credential: NewCredential },
  now: number,
): Promise<Passkey> {
  const user = await ownAccount(scope);
  requireRoom(await passkeyStore.ofUser(user.UserKey));
  const challenge = challengeIn(credential.response.clientDataJSON);
  if (!challenge || !(await passkeyChallengeStore.take(challenge, user.UserKey, now)))
    throw new AppError('CONFLICT', 'This took too long. Please begin again.');
  const made = await verified(credential, challenge);
  const passkey: PasskeyRecord = {
    credentialId: made.credential.id,
    passkeyId: newId(now),
    UserKey: user.UserKey,
    name,
    publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: credential.response.transports ?? [],
    backedUp: made.credentialBackedUp,
    createdAt: instant(now),
  };
  await passkeyStore.add(scope, passkey, now);
  await mailUser(user, 'A passkey was added', `${passkeyInMail(user, name)} now opens your Watchkeep account.`);
  return shownPasskey(passkey);
}

async function verified(credential: NewCredential, expectedChallenge: string) {
  const { rpID, origin } = relyingParty();
  const refused = new AppError('CONFLICT', 'This passkey could not be checked. Please begin again.');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo) return registrationInfo;
  } catch (error) {
    logger.warn('A passkey could not be checked', error as Error);
  }
  throw refused;
}
