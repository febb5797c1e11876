import type { z } from 'zod';
import { MINUTE, SECOND } from '#core/time.ts';
import type { Clock } from './carrier.ts';
import { type Answer, type Exchange, exchange, readReply } from './exchange.ts';
import { CarrierFailure } from './failure.ts';
import { failureOf } from './thingspace-failure.ts';
import { SessionReply, TokenReply } from './thingspace-replies.ts';

export interface ThingSpaceAccount {
  /** Without a path: `https://thingspace.verizon.com`. */
  baseUrl: string;
  key: string;
  secret: string;
  userName: string;
  password: string;
  accountName: string;
  timeout: number;
}

/** An OAuth2 token is renewed this long before it expires, so that it does not expire on its way. */
const OAUTH_MARGIN_MS = MINUTE;
/** A session expires after 20 minutes without a call. */
export const SESSION_IDLE_MS = 19 * MINUTE;
/** Five refused logins lock the user, so no login is tried for a while after a refusal. */
const REFUSAL_CACHE_MS = 5 * MINUTE;

interface Token {
  value: string;
  expires: number;
}

/** The two tokens of every call: OAuth2 for the application, a session for the user. Both are kept between calls. */
export function thingSpaceTokens(account: ThingSpaceAccount, clock: Pick<Clock, 'now'>) {
  const base = account.baseUrl.replace(/\/$/, '');
  let refusal: { failure: CarrierFailure; until: number } | undefined;

  const access = keptToken(clock, async () => {
    const credentials = Buffer.from(`${account.key}:${account.secret}`).toString('base64');
    const answer = await post('/api/ts/v1/oauth2/token', {
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const { access_token, expires_in } = login(answer, TokenReply);
    return { value: access_token, expires: clock.now() + expires_in * SECOND - OAUTH_MARGIN_MS };
  });

  const session = keptToken(clock, async () => {
    const asked = await access.get();
    let answer = await openSession(asked);
    if (answer.status === 401) {
      // Either the user or the access token is refused. ThingSpace returns the same token again while it is valid.
      access.drop(asked);
      const renewed = await access.get();
      if (renewed !== asked) answer = await openSession(renewed);
    }
    return { value: login(answer, SessionReply).sessionToken, expires: clock.now() + SESSION_IDLE_MS };
  });

  const openSession = (bearer: string) =>
    post('/api/m2m/v1/session/login', {
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username: account.userName, password: account.password }),
    });

  function post(path: string, request: Pick<Exchange, 'headers' | 'body'>): Promise<Answer> {
    if (refusal && clock.now() < refusal.until) throw refusal.failure;
    return exchange({ method: 'POST', url: base + path, timeout: account.timeout, ...request });
  }

  function login<T>(answer: Answer, reply: z.ZodType<T>): T {
    const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    if (!refused) return readReply(answer, reply, failureOf);
    const { status, code } = failureOf(answer);
    const failure = new CarrierFailure('credentials', 'The login was refused', { status, code });
    refusal = { failure, until: clock.now() + REFUSAL_CACHE_MS };
    throw failure;
  }

  return { access, session };
}

/** A token that is fetched when it is needed, once for all who wait for it. */
function keptToken({ now }: Pick<Clock, 'now'>, fetchToken: () => Promise<Token>) {
  let kept: Token | undefined;
  let coming: Promise<Token> | undefined;

  return {
    async get(): Promise<string> {
      if (kept && now() < kept.expires) return kept.value;
      coming ??= fetchToken().finally(() => {
        coming = undefined;
      });
      kept = await coming;
      return kept.value;
    },
    /** Drops the token, unless it was replaced already. */
    drop(value: string) {
      if (kept?.value === value) kept = undefined;
    },
    extend(value: string, expires: number) {
      if (kept?.value === value) kept = { value, expires };
    },
  };
}
