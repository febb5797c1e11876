import type { z } from 'zod';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import type { Clock, Log } from './carrier.ts';
import { exchange, readReply } from './exchange.ts';
import { CarrierFailure, loggedFailure } from './failure.ts';
import { withRetry } from './retry.ts';
import { codeOf, failureOf, isSessionCode } from './thingspace-failure.ts';
import { SESSION_IDLE_MS, type ThingSpaceAccount, thingSpaceTokens } from './thingspace-tokens.ts';
import { requireWanted } from './wanted.ts';

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
  isWanted?: (() => Promise<boolean>) | undefined;
}

export interface ThingSpaceSession {
  readonly accountName: string;
  /** Throws CarrierFailure, whose code the caller may read. */
  attempt<T>(request: ThingSpaceRequest<T>): Promise<T>;
  /** Throws AppError. */
  call<T>(request: ThingSpaceRequest<T>): Promise<T>;
  fail(error: unknown, about: Pick<ThingSpaceRequest<unknown>, 'method' | 'path'>): unknown;
}

/** Both tokens may be refused, one after the other. */
const MAX_RENEWALS = 2;

/** Calls ThingSpace with its two tokens. A token that is refused is fetched anew, once per call. */
export function thingSpaceSession(account: ThingSpaceAccount, { clock, log }: ThingSpacePorts): ThingSpaceSession {
  const base = account.baseUrl.replace(/\/$/, '');
  const { access, session } = thingSpaceTokens(account, clock);

  async function once<T>({ method, path, body, reply, isWanted }: ThingSpaceRequest<T>): Promise<T> {
    const [bearer, sessionToken] = [await access.get(), await session.get()];
    await requireWanted(isWanted);
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
    else session.extend(sessionToken, clock.now() + SESSION_IDLE_MS);
    return readReply(answer, reply, failureOf);
  }

  async function withTokens<T>(request: ThingSpaceRequest<T>): Promise<T> {
    for (let renewals = 0; ; renewals += 1) {
      try {
        return await once(request);
      } catch (error) {
        const expired = error instanceof CarrierFailure && error.kind === 'expired';
        if (!expired || renewals === MAX_RENEWALS) throw error;
      }
    }
  }

  const fail = (error: unknown, call: Pick<ThingSpaceRequest<unknown>, 'method' | 'path'>) =>
    loggedFailure(error, CARRIER_NAMES[1], call, log);

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
