import type { z } from 'zod';
import { auth } from '#core/auth/contract.ts';
import { SessionToken } from '#core/auth/login-answer.ts';
import type { Endpoint } from '#core/contract.ts';
import { SECOND } from '#core/time.ts';
import type { Probe } from './credentials.ts';

const REQUEST_TIMEOUT_MS = 8 * SECOND;

/** Signs in, reads who is signed in, and signs out, through the address that people use. */
export async function probeSignIn(origin: string, { userName, password }: Probe): Promise<void> {
  const { token } = SessionToken.parse(await call(origin, auth.login, { body: { userName, password } }));
  const { user } = await call(origin, auth.access, { token });
  if (user.userName !== userName) throw new Error('Another user was signed in');
  await call(origin, auth.logout, { token, body: {} });
}

interface Sent {
  token?: string;
  body?: object;
}

async function call<E extends Endpoint>(
  origin: string,
  { method, path, output }: E,
  { token, body }: Sent,
): Promise<z.output<E['output']>> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return output.parse(await answer.json()) as z.output<E['output']>;
}
