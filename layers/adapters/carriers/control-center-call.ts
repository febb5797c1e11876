import type { z } from 'zod';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import type { Clock, Log } from './carrier.ts';
import { ErrorReply } from './control-center-replies.ts';
import { type Answer, exchange, readReply } from './exchange.ts';
import { CarrierFailure, type FailureKind, loggedFailure } from './failure.ts';
import { type Lease, paceCall } from './pace.ts';
import { withRetry } from './retry.ts';
import { requireWanted } from './wanted.ts';

interface Account {
  /** Without a path: `https://restapi3.jasper.com`. */
  baseUrl: string;
  userName: string;
  apiKey: string;
  timeout: number;
}

interface Ports {
  lease: Lease;
  clock: Clock;
  log: Log;
}

interface Request<T> {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  reply: z.ZodType<T>;
  repeatable: boolean;
  isWanted?: (() => Promise<boolean>) | undefined;
}

/** One call of Control Center's REST interface, with everything that every call needs. */
export type ControlCenterCall = <T>(request: Request<T>) => Promise<{ status: number; value: T }>;

/**
 * Calls an account of Cisco IoT Control Center (reference: integration-facts, section 1). Every attempt needs the account's lease,
 * also a repeated one.
 */
export function controlCenterCall(number: 0 | 2, account: Account, { lease, clock, log }: Ports): ControlCenterCall {
  const root = `${account.baseUrl.replace(/\/$/, '')}/rws/api/v1`;
  const authorization = `Basic ${Buffer.from(`${account.userName}:${account.apiKey}`).toString('base64')}`;

  async function attempt<T>({ method, path, body, reply, isWanted }: Request<T>) {
    await requireWanted(isWanted);
    const answer = await exchange({
      method,
      url: root + path,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      timeout: account.timeout,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, value: readReply(answer, reply, failureOf) };
  }

  return async function call<T>(request: Request<T>): Promise<{ status: number; value: T }> {
    try {
      return await withRetry(() => paceCall(lease, `control-center-${number}`, () => attempt(request)), {
        clock,
        repeatable: request.repeatable,
      });
    } catch (error) {
      throw loggedFailure(error, CARRIER_NAMES[number], request, log);
    }
  };
}

const KIND_BY_CODE: Record<string, FailureKind> = {
  '10000001': 'credentials',
  '10000017': 'invalid',
  '10000018': 'invalid',
  '10000019': 'invalid',
  '10000020': 'invalid',
  '10000030': 'credentials',
  '20000001': 'unknownSim',
  '30000001': 'silent',
  '30000002': 'silent',
  '40000029': 'busy',
};

/** A known code decides, because the status of the rate limit is not documented. Otherwise the status decides. */
function failureOf({ status, body, retryAfter }: Answer): CarrierFailure {
  const { errorCode: code, errorMessage } = ErrorReply.safeParse(body).data ?? { errorMessage: '' };
  const kind = (code && KIND_BY_CODE[code]) || kindOfStatus(status);
  return new CarrierFailure(kind, errorMessage || `status ${status}`, { status, code, retryAfter });
}

function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'busy';
  if (status >= 500) return 'silent';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'unknownSim';
  return 'refused';
}
