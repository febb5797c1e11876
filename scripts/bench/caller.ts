import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { z } from 'zod';
import type { Endpoint } from '#core/contract.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { userStore } from '#data/users/users.ts';
import type { serve } from '#platform/http/serve.ts';
import { issueToken } from '#platform/session/session-token.ts';
import { apiEvent } from '#scripts/api-event.ts';

/** A token of a seeded user with a new session. */
export async function signIn(userName: string): Promise<{ token: string; sessionId: string }> {
  const user = await userStore.byName(userName);
  if (!user) throw new Error(`${userName} was not seeded`);
  const sessionId = randomUUID();
  await sessionStore.start(sessionId, user.UserKey, Date.now());
  return { sessionId, token: await issueToken({ sessionId, userKey: user.UserKey }, Date.now()) };
}

/** Calls a handler with the event of an endpoint, like Lambda; returns the whole body. */
export async function callEndpoint<E extends Endpoint>(
  handler: ReturnType<typeof serve>,
  endpoint: E,
  input: z.input<E['input']>,
  token: string,
): Promise<string> {
  const context = { functionName: 'bench', awsRequestId: 'bench' } as Context;
  const { statusCode, body = '' } = await handler(apiEvent(endpoint, input as object, { token }), context);
  if (statusCode !== 200) throw new Error(`${endpoint.method} ${endpoint.path}: ${statusCode} ${body}`);
  return body;
}
