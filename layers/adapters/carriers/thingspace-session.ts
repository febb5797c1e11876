import type { z } from 'zod';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import type { Clock, Log } from './carrier.ts';
import { type Answer, type Exchange, exchange } from './exchange.ts';
import { CarrierFailure, type FailureKind, toAppError } from './failure.ts';
import { withRetry } from './retry.ts';
import { ErrorReply, SessionReply, TokenReply } from './thingspace-replies.ts';

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

export interface ThingSpacePorts {
  clock: Clock;
  log: Log;
}

interface ThingSpaceRequest<T> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/m2m/v1. */
  path: string;
  body?: object;
  reply: z.ZodType<T>;
  repeatable: boolean;
}

export interface ThingSpaceSession {
  readonly accountName: string;
  /** Throws CarrierFailure, so that its caller can tell by the code what it means. */
  attempt<T>(request: ThingSpaceRequest<T>): Promise<T>;
  /** Throws AppError. */
  call<T>(request: ThingSpaceRequest<T>): Promise<T>;
  fail(error: unknown, about: Pick<ThingSpaceRequest<unknown>, 'method' | 'path'>): unknown;
}

/** A token given back before its end, so that it does not end on its way. */
const OAUTH_MARGIN = MINUTE;
/** A session dies after 20 minutes without a call. */
const SESSION_IDLE = 19 * MINUTE;
/** Five refused logins lock the user, so a refusal is believed for a while. */
const REFUSAL_BELIEVED = 5 * MINUTE;

/** Both may be refused, one after the other. */
const TOKENS = 2;

interface Token {
  value: string;
  expires: number;
}

/**
 * Calls to ThingSpace with its two tokens: OAuth2 for the application, a session for the user. Both are kept between
 * calls; one that is refused is fetched anew, once per call.
 */
export function thingSpaceSession(account: ThingSpaceAccount, { clock, log }: ThingSpacePorts): ThingSpaceSession {
  const name = CARRIER_NAMES[1];
  const base = account.baseUrl.replace(/\/$/, '');
  let refusal: { failure: CarrierFailure; until: number } | undefined;

  const access = keptToken(clock, async () => {
    const credentials = Buffer.from(`${account.key}:${account.secret}`).toString('base64');
    const answer = await post('/api/ts/v1/oauth2/token', {
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const { access_token, expires_in } = login(answer, TokenReply);
    return { value: access_token, expires: clock.now() + expires_in * SECOND - OAUTH_MARGIN };
  });

  const session = keptToken(clock, async () => {
    const asked = await access.get();
    let answer = await openSession(asked);
    if (answer.status === 401) {
      // Either the user or the access token is refused. Asked anew, ThingSpace gives out the same token while it is good.
      access.drop(asked);
      const renewed = await access.get();
      if (renewed !== asked) answer = await openSession(renewed);
    }
    return { value: login(answer, SessionReply).sessionToken, expires: clock.now() + SESSION_IDLE };
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
    if (!refused) return parsed(answer, reply);
    const { status, code } = failureOf(answer);
    const failure = new CarrierFailure('credentials', 'The login was refused', { status, code });
    refusal = { failure, until: clock.now() + REFUSAL_BELIEVED };
    throw failure;
  }

  async function once<T>({ method, path, body, reply }: ThingSpaceRequest<T>): Promise<T> {
    const [bearer, sessionToken] = [await access.get(), await session.get()];
    const answer = await exchange({
      method,
      url: `${base}/api/m2m/v1${path}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        'VZ-M2M-Token': sessionToken,
        ...(body && { 'content-type': 'application/json' }),
      },
      timeout: account.timeout,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status === 401) access.drop(bearer);
    else if (isSessionCode(codeOf(answer))) session.drop(sessionToken);
    else session.extend(sessionToken, clock.now() + SESSION_IDLE);
    return parsed(answer, reply);
  }

  async function withTokens<T>(request: ThingSpaceRequest<T>): Promise<T> {
    for (let renewals = 0; ; renewals += 1) {
      try {
        return await once(request);
      } catch (error) {
        const expired = error instanceof CarrierFailure && error.kind === 'expired';
        if (!expired || renewals === TOKENS) throw error;
      }
    }
  }

  function fail(error: unknown, { method, path }: Pick<ThingSpaceRequest<unknown>, 'method' | 'path'>): unknown {
    if (!(error instanceof CarrierFailure)) return error;
    const { kind, status, code, message } = error;
    const facts = { carrier: name, kind, status, code, detail: message, method, path };
    if (kind === 'credentials' || kind === 'expired') log.error('The carrier does not accept our credentials', facts);
    else log.warn('A carrier call failed', facts);
    return toAppError(error, name);
  }

  const attempt = <T>(request: ThingSpaceRequest<T>) =>
    withRetry(() => withTokens(request), { clock, repeatable: request.repeatable });

  return {
    accountName: account.accountName,
    attempt,
    fail,
    async call(request) {
      try {
        return await attempt(request);
      } catch (error) {
        throw fail(error, request);
      }
    },
  };
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
    /** Forgets the token, unless another one has come in its place since. */
    drop(value: string) {
      if (kept?.value === value) kept = undefined;
    },
    extend(value: string, expires: number) {
      if (kept?.value === value) kept = { value, expires };
    },
  };
}

function parsed<T>(answer: Answer, reply: z.ZodType<T>): T {
  if (answer.status >= 300) throw failureOf(answer);
  const result = reply.safeParse(answer.body);
  if (!answer.garbled && result.success) return result.data;
  throw new CarrierFailure('unreadable', result.error?.message ?? 'The body is no JSON', { status: answer.status });
}

/** Codes come with and without this in front. */
const PREFIX = /^UnifiedWebService\./;
const isSessionCode = (code: string | undefined) => code?.includes('.SessionToken.') ?? false;

const KIND_BY_CODE: Record<string, FailureKind> = {
  'REQUEST_FAILED.DeviceNotFound': 'unknownSim',
  'REQUEST_FAILED.AccountNotFound': 'credentials',
  'INPUT_INVALID.Device.Identifier.Invalid': 'unknownSim',
  'INPUT_INVALID.SmsMessage.Null': 'invalid',
  'INPUT_INVALID.SmsMessage.TooLong': 'invalid',
};

/** The code decides where it is known; the carrier's text is for people only. */
function failureOf(answer: Answer): CarrierFailure {
  const { status, body, retryAfter } = answer;
  const errorMessage = ErrorReply.safeParse(body).data?.errorMessage;
  const code = codeOf(answer);
  return new CarrierFailure(kindOf(status, code), errorMessage || code || `status ${status}`, {
    status,
    code,
    retryAfter,
  });
}

function codeOf({ body }: Answer): string | undefined {
  const { errorCode, error } = ErrorReply.safeParse(body).data ?? {};
  return errorCode?.replace(PREFIX, '') ?? error;
}

function kindOf(status: number, code: string | undefined): FailureKind {
  if (isSessionCode(code) || status === 401) return 'expired';
  const known = code && KIND_BY_CODE[code];
  if (known) return known;
  if (status === 429) return 'busy';
  if (status >= 500) return 'silent';
  if (status === 403) return 'credentials';
  return status === 404 ? 'unknownSim' : 'refused';
}
