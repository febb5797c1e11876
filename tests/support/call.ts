import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { Endpoint } from '#core/contract.ts';
import { AppError, type ErrorBody } from '#core/errors.ts';
import { api } from '#core/index.ts';
import type { StoredUser } from '#data/users/users.ts';
import { apiEvent, type Sender } from '#scripts/api-event.ts';
import { invoke } from './invoke.ts';
import { tokenOf } from './people.ts';

export type Input<E extends Endpoint> = z.input<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;

/** Who calls: a user, who is signed in for it; a token as it stands; or nobody. */
export type Caller = StoredUser | string | undefined;

/** An endpoint's input and who sends it. What takes no input has it typed as a record of nothing, which no `as` fits into. */
export type Given<E extends Endpoint> = (string extends keyof Input<E> ? Record<string, unknown> : Input<E>) & {
  as?: Caller;
};

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: what is in an answer is for each test to say
  body: any;
}

/** Calls an endpoint through its area's handler, as API Gateway does, and gives back whatever it answers. */
export async function call<E extends Endpoint>(
  endpoint: E,
  { as, ...input }: Given<E>,
  sender: Sender = {},
): Promise<Answer> {
  const token = typeof as === 'object' ? await tokenOf(as) : as;
  return send(areaOf(endpoint), apiEvent(endpoint, input, { token, ...sender }));
}

/** Calls an endpoint and gives back its output; a failure is thrown as the AppError that it is. */
export async function ask<E extends Endpoint>(endpoint: E, input: Given<E>): Promise<Output<E>> {
  const { status, body } = await call(endpoint, input);
  const { code, message, issues } = body as ErrorBody;
  if (status !== 200) throw new AppError(code, message, issues);
  return body;
}

/** Has an area's handler answer an event. */
export async function send(area: string, event: APIGatewayProxyEventV2): Promise<Answer> {
  const { statusCode, headers, body } = (await invoke(area, event)) as APIGatewayProxyStructuredResultV2;
  return { status: statusCode!, headers: headers as Record<string, string>, body: JSON.parse(body!) };
}

/** The area that an endpoint of the contract belongs to. */
export function areaOf(endpoint: Endpoint): string {
  const found = Object.entries(api).find(([, area]) => (Object.values(area) as Endpoint[]).includes(endpoint));
  if (!found) throw new Error(`No area has ${endpoint.method} ${endpoint.path}`);
  return found[0];
}
