import type { z } from 'zod';
import { CORRELATION_HEADER, type Endpoint, pathParameters } from '#core/contract.ts';
import { type ErrorBody, type ErrorCode, HTTP_STATUS } from '#core/errors.ts';
import { randomId } from '../random-id.ts';
import { dropSession, sessionToken } from '../session/session-token.ts';
import { WORDS, wordsForStatus } from './generic-words.ts';
import { RequestError } from './request-error.ts';

/** A little more than the gateway's own time-out (30 s). */
const TIMEOUT_MILLISECONDS = 32_000;

const UNREACHABLE = 'Watchkeep cannot be reached. Check your connection and try again.';

export type Input<E extends Endpoint> = z.input<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;

/**
 * Calls one endpoint with the token of this tab's session, or another one. Every failure is a RequestError, except an
 * abort by `signal`, which is passed on.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { signal, token = sessionToken() }: { signal?: AbortSignal; token?: string | null } = {},
): Promise<Output<E>> {
  const correlationId = randomId();
  const response = await send(endpoint, input as object, { correlationId, token, signal });
  if (endpoint.method !== 'GET') for (const listener of changeListeners) listener();
  const body: unknown = await response.json().catch(() => undefined);

  if (!response.ok) {
    const error = toRequestError(endpoint, response, body, correlationId);
    if (error.code === 'UNAUTHENTICATED' && !endpoint.access.public && token && !(await goesOn(endpoint, token)))
      dropSession('refused', token);
    throw error;
  }
  const parsed = endpoint.output.safeParse(body ?? {});
  if (!parsed.success)
    throw new RequestError(
      'INTERNAL',
      endpoint.method === 'GET' ? WORDS.notReadable : WORDS.notAnswered,
      correlationId,
    );
  return parsed.data as Output<E>;
}

const changeListeners = new Set<() => void>();

/** Calls `listener` after each call that can change something. */
export const onChange = (listener: () => void) => changeListeners.add(listener);

/** Resolves to true if the session continues although the server refused it. */
type Rescue = (endpoint: Endpoint, token: string) => Promise<boolean>;
let goesOn: Rescue = async () => false;

/** Sets the check that runs before a refused session is dropped. */
export const onRefusal = (rescue: Rescue) => {
  goesOn = rescue;
};

async function send(
  endpoint: Endpoint,
  input: object,
  { correlationId, token, signal }: { correlationId: string; token: string | null; signal: AbortSignal | undefined },
) {
  const { url, body } = requestOf(endpoint, input);
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        [CORRELATION_HEADER]: correlationId,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError('UNAVAILABLE', timeout.aborted ? WORDS.tooLate : UNREACHABLE, correlationId);
  }
}

/** The address and the body of a request. Input that is not in the path goes to the query, or to the body of POST and PUT. */
export function requestOf(endpoint: Pick<Endpoint, 'method' | 'path'>, input: object): { url: string; body?: string } {
  const values = input as Record<string, unknown>;
  const inPath = new Set(pathParameters(endpoint.path));
  const path = endpoint.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const rest = Object.entries(values).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
    return { url: path, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams(
    rest.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]),
  );
  return { url: query.size === 0 ? path : `${path}?${query}` };
}

/** The server's own message, or the name of the status. */
function toRequestError({ method }: Endpoint, { status, statusText }: Response, body: unknown, correlationId: string) {
  if (isErrorBody(body))
    return new RequestError(body.code, body.message, body.correlationId || correlationId, body.issues);
  return new RequestError(codeOf(status), wordsForStatus(method, status, statusText), correlationId);
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && String(body.code) in HTTP_STATUS && 'message' in body;

/** The code for a bare status, from a proxy or firewall in front of the API. */
function codeOf(status: number): ErrorCode {
  const named = (Object.keys(HTTP_STATUS) as ErrorCode[]).find((code) => HTTP_STATUS[code] === status);
  if (named) return named;
  return status === 502 || status === 504 ? 'UNAVAILABLE' : 'INTERNAL';
}
