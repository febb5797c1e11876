import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { Endpoint } from '#core/contract.ts';
import { AppError, type ErrorBody } from '#core/errors.ts';
import { api } from '#core/index.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { apiEvent, type Sender } from '#scripts/api-event.ts';
import { invoke } from './invoke.ts';
import { tokenOf } from './people.ts';

export type Input<E extends Endpoint> = z.input<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;

/** The caller: a user, who is signed in for the call; a token, sent unchanged; or nobody. */
export type Caller = UserRecord | string | undefined;

/** The input of an endpoint and its caller. The input of an endpoint without one is an empty record, which does not accept `as`. */
export type Given<E extends Endpoint> = (string extends keyof Input<E> ? Record<string, unknown> : Input<E>) & {
  as?: Caller;
};

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its answer
  body: any;
}

/** Calls an endpoint through its area's handler, like API Gateway, and returns the answer unchanged. */
export async function call<E extends Endpoint>(
  endpoint: E,
  { as, ...input }: Given<E>,
  sender: Sender = {},
): Promise<Answer> {
  const token = typeof as === 'object' ? await tokenOf(as) : as;
  return send(areaOf(endpoint), apiEvent(endpoint, input, { token, ...sender }));
}

/** Calls an endpoint and returns its output; throws a failure as its AppError. */
export async function ask<E extends Endpoint>(endpoint: E, input: Given<E>): Promise<Output<E>> {
  const { status, body } = await call(endpoint, input);
  const { code, message, issues } = body as ErrorBody;
  if (status !== 200) throw new AppError(code, message, issues);
  return body;
}

/** Sends an event to an area's handler. */
export async function send(area: string, event: APIGatewayProxyEventV2): Promise<Answer> {
  const { statusCode, headers, body } = (await invoke(area, event)) as APIGatewayProxyStructuredResultV2;
  return { status: statusCode!, headers: headers as Record<string, string>, body: JSON.parse(body!) };
}

/** The area of an endpoint. */
export function areaOf(endpoint: Endpoint): string {
  const found = Object.entries(api).find(([, area]) => (Object.values(area) as Endpoint[]).includes(endpoint));
  if (!found) throw new Error(`No area has ${endpoint.method} ${endpoint.path}`);
  return found[0];
}
