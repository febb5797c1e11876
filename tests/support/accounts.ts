import { mayAccess, USER_TYPE } from '#core/access.ts';
import type { Endpoint } from '#core/contract.ts';
import { DAY } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { PasskeyEntity } from '#data/passkeys/entities.ts';
import { passkeyChallengeStore } from '#data/passkeys/passkey-challenges.ts';
import { type CodeRequest, CodeRequestEntity } from '#data/second-factor/code-requests.ts';
import { SecondFactorEntity } from '#data/second-factor/second-factors.ts';
import { PasswordHashEntity } from '#data/users/password-hashes.ts';
import type { UserWithPassword } from '#data/users/passwords.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { holderOf } from '#data/users/users.ts';
import { digitsHash, oneTimeHash } from '#platform/session/one-time.ts';
import { recoveryCodeHash } from '#platform/session/recovery-codes.ts';
import { passwordMarkOf } from '#platform/session/second-factor.ts';
import { aDraft } from '../orders/sample.ts';
import { someUploads } from '../ota/sample.ts';
import { aReportMail } from '../saved-reports/sample.ts';
import { someNotes } from '../unit-notes/sample.ts';
import { TODAY } from './fleet.ts';
import { aUser, WIDEST_FLAGS } from './people.ts';

/** The public key for events/passkeys/signIn.json. Its private key was deleted. */
const SAMPLE_PUBLIC_KEY =
  'pQECAyYgASFYIJIWsECGuC21t9M7luk1LiV4enKt65z1qonpVOrKF8yVIlggXR-M66GyQDHKwcBrG3RceD_K1Ta7NUB-_yNlKx2_D0k';

const base64url = (text: string) => Buffer.from(text).toString('base64url');
/** Later than every time that tests set the clock to. */
const FAR_AHEAD = TODAY + 3650 * DAY;
const expiresAt = Math.floor(FAR_AHEAD / 1000);
const createdAt = new Date(TODAY).toISOString();

/** The started logins and links that the sample events continue. */
export async function loginsUnderWay(): Promise<void> {
  const [app, mail] = [await aUserNamed('user-with-app'), await aUserNamed('user-with-mail')];
  await aSecondFactor(app, 'app', ['7K2M9QXA04TBZZ1C']);
  await aSecondFactor(mail, 'mail', []);
  await aCodeRequest(app, 'a-login-by-app', { purpose: 'signIn', method: 'app' });
  await aCodeRequest(mail, 'a-login-by-mail', { purpose: 'signIn', method: 'mail' });

  const { UserKey } = await aUserNamed('user-with-passkey');
  await aPasskey(UserKey, 'the passkey of the sample', { publicKey: SAMPLE_PUBLIC_KEY });
  await passkeyChallengeStore.create(base64url('a sample of signing in'), undefined, FAR_AHEAD);
}

/** A user for whom every sample event succeeds. */
export async function aCaller(): Promise<UserWithPassword> {
  const user = await aUser({ type: USER_TYPE.engineer, dealer: 220, flags: WIDEST_FLAGS });
  const { UserKey } = user;
  await UserEntity.patch({ UserKey }).remove(['emailProvenAt']).go();
  const codeHash = digitsHash('204816', 'a-set-up-by-mail');
  await aCodeRequest(user, 'a-set-up-by-mail', { purpose: 'setUp', method: 'mail', codeHash });
  await passkeyChallengeStore.create(base64url('a sample of adding one'), UserKey, FAR_AHEAD);
  await aPasskey(UserKey, `another passkey of ${UserKey}`, { passkeyId: '01KAJN9FR00000000000000001' });
  await someNotes({ UserKey, name: 'A Caller' });
  await aDraft(UserKey);
  await aReportMail(UserKey);
  await someUploads(UserKey, FAR_AHEAD);
  return user;
}

/** Gives the user for whom the sample event of an endpoint succeeds: one of a monitoring centre where staff may not call it. */
export async function someCallers(): Promise<(endpoint: Endpoint) => UserWithPassword> {
  const engineer = await aCaller();
  const operator = await aUser({ type: USER_TYPE.monitoringCentre, dealer: 220, flags: [] });
  const ofRoot = await aUser({ type: USER_TYPE.engineer, dealer: 1, flags: WIDEST_FLAGS });
  return ({ access }) => {
    if (!access.public && access.onlyRootDealer) return ofRoot;
    return mayAccess(access, holderOf(engineer)) ? engineer : operator;
  };
}

async function aUserNamed(UserKey: string): Promise<UserWithPassword> {
  const like = await aUser();
  const user = { ...like, UserKey, UserName: UserKey };
  await UserEntity.create(user).go();
  await PasswordHashEntity.create({ UserKey, hash: like.passwordHash! }).go();
  return user;
}

/** Turns two-step sign-in on for the user, with these recovery codes. */
export async function aSecondFactor(
  { UserKey }: Pick<UserRecord, 'UserKey'>,
  method: 'app' | 'mail',
  codes: string[] = [],
) {
  const recoveryCodes = codes.map((code) => recoveryCodeHash(UserKey, code));
  const kept = recoveryCodes.length > 0 ? { recoveryCodes } : {};
  await SecondFactorEntity.create({ UserKey, method, lastStep: 0, since: createdAt, ...kept }).go();
}

async function aCodeRequest(
  user: UserWithPassword,
  token: string,
  asked: Pick<CodeRequest, 'purpose' | 'method'> & { codeHash?: string },
) {
  const tokenHash = oneTimeHash(token);
  const passwordMark = passwordMarkOf(user);
  await CodeRequestEntity.create({
    ...asked,
    tokenHash,
    passwordMark,
    UserKey: user.UserKey,
    tries: 0,
    expiresAt,
  }).go();
}

/** A passkey of the user. */
export async function aPasskey(
  UserKey: string,
  credential: string,
  given: { publicKey?: string; passkeyId?: string; name?: string } = {},
) {
  await PasskeyEntity.create({
    credentialId: base64url(credential),
    passkeyId: '01KAJN9FR00000000000000000',
    publicKey: 'none',
    name: 'Phone',
    ...given,
    UserKey,
    counter: 0,
    transports: ['internal'],
    backedUp: true,
    createdAt,
  }).go();
}
