import { randomBytes } from 'node:crypto';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { json, type StandInReply, type StandInRequest } from '../http.ts';
import { refusal } from './thingspace-errors.ts';

export interface Credentials {
  key: string;
  secret: string;
  userName: string;
  password: string;
  accountName: string;
}

const OAUTH_LIFE = HOUR;
const SESSION_IDLE = 20 * MINUTE;
const MAX_BAD_LOGINS = 5;

/** The two tokens of every call: the OAuth2 token lasts an hour, a session as long as it is used. */
export function thingSpaceTokens({ key, secret, userName, password }: Credentials, now: () => number) {
  const sessions = new Map<string, number>();
  let access: { value: string; expires: number } | undefined;
  let badLogins = 0;

  const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const bearerIsGood = ({ headers }: StandInRequest) =>
    access !== undefined && now() < access.expires && headers.authorization === `Bearer ${access.value}`;

  return {
    /** POST /api/ts/v1/oauth2/token: the same token for all callers until it expires. */
    grant({ headers, body }: StandInRequest): StandInReply {
      if (headers.authorization !== basic) {
        return json(401, { error: 'invalid_client', error_description: 'Unknown or invalid client' });
      }
      if (new URLSearchParams(body.toString()).get('grant_type') !== 'client_credentials') {
        return json(400, { error: 'unsupported_grant_type', error_description: 'Use client_credentials' });
      }
      if (!access || now() >= access.expires) access = { value: newToken(), expires: now() + OAUTH_LIFE };
      return json(200, {
        access_token: access.value,
        scope: 'ts.mec.fullaccess ts.application.ro',
        token_type: 'Bearer',
        expires_in: Math.floor((access.expires - now()) / SECOND),
      });
    },

    /** POST /session/login. Five bad logins lock the user. */
    logIn(request: StandInRequest, given: Record<string, unknown>): StandInReply {
      if (!bearerIsGood(request)) return NO_ACCESS;
      const good = given.username === userName && given.password === password;
      if (!good || badLogins >= MAX_BAD_LOGINS) {
        badLogins += 1;
        return refusal('INPUT_INVALID.Credentials.Invalid', 'The user name or the password is wrong', 401);
      }
      badLogins = 0;
      const sessionToken = newToken();
      sessions.set(sessionToken, now());
      return json(200, { sessionToken });
    },

    logOut({ headers }: StandInRequest): StandInReply {
      const token = String(headers['vz-m2m-token']);
      sessions.delete(token);
      return json(200, { sessionToken: token });
    },

    /** The refusal of a call without valid tokens; undefined for a call with both. */
    refuse(request: StandInRequest): StandInReply | undefined {
      if (!bearerIsGood(request)) return NO_ACCESS;
      const token = request.headers['vz-m2m-token'];
      const used = typeof token === 'string' ? sessions.get(token) : undefined;
      if (typeof token !== 'string' || used === undefined) {
        return refusal('INPUT_INVALID.SessionToken.Invalid', 'The session token is not valid');
      }
      if (now() - used >= SESSION_IDLE) {
        sessions.delete(token);
        return refusal('REQUEST_FAILED.SessionToken.Expired', 'The session token has expired');
      }
      sessions.set(token, now());
      return undefined;
    },

    badLogins: () => badLogins,
    /** Ends all tokens, as a restart or an administrator does. */
    forget() {
      access = undefined;
      sessions.clear();
    },
  };
}

const NO_ACCESS = json(401, {
  error: 'invalid_token',
  error_description: 'The access token is missing or has expired',
});
const newToken = () => randomBytes(16).toString('hex');
