import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { mayAccess } from '#core/access.ts';
import { type Area, type Call, CORRELATION_HEADER, type Endpoint, type Handlers, routeKey } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { acceptCorrelationId, correlated } from '../aws/correlation.ts';
import { logger, measured, metrics } from '../aws/observability.ts';
import { forDealerOf } from '../session/asking-dealer.ts';
import { noteActivity, scopeOf } from '../session/sign-in.ts';
import { answerError, answerJson } from './answer.ts';
import { inputOf } from './input.ts';
import { outputOf } from './output.ts';
import { viewerAddress } from './viewer.ts';

const TOO_MANY_CALLS = 'You did this many times in a short time. Please wait and try again';

/** Makes the Lambda handler of an area: finds the endpoint, checks access, parses input and output, and answers failures. */
export function serve<A extends Area>(area: A, handlers: Handlers<A>) {
  const names = new Map(Object.entries(area).map(([name, endpoint]) => [routeKey(endpoint), name as keyof A]));

  async function answer(event: APIGatewayProxyEventV2, correlationId: string) {
    const name = names.get(event.routeKey);
    if (name === undefined) throw new AppError('NOT_FOUND', 'There is no such call');
    const endpoint: Endpoint = area[name]!;
    const scope = await admit(endpoint, event);
    const request = { sourceIp: viewerAddress(event), userAgent: event.requestContext.http.userAgent, correlationId };
    const input = inputOf(endpoint, event);
    if (scope) await countCall(endpoint, scope);
    const call = { input, scope, request };
    const handle = async () => handlers[name]!(call as Call<A[keyof A]>);
    const output = await (scope ? forDealerOf(scope, handle) : handle());
    return answerJson(200, outputOf(endpoint, output), correlationId);
  }

  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(logMetrics(metrics))
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .handler((event) => {
      const correlationId = acceptCorrelationId(event.headers[CORRELATION_HEADER], event.requestContext.requestId);
      return correlated(correlationId, () =>
        measured(event.routeKey, () =>
          answer(event, correlationId).catch((error: unknown) => answerError(error, correlationId)),
        ),
      );
    });
}

async function admit(endpoint: Endpoint, event: APIGatewayProxyEventV2) {
  const now = Date.now();
  if (endpoint.access.public) return undefined;
  const scope = await scopeOf(event.headers.authorization, now, {
    afterAccessAs: endpoint.afterAccessAs,
    fresh: endpoint.givesRights,
    changes: endpoint.method !== 'GET',
  });
  if (!scope) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (!mayAccess(endpoint.access, scope)) throw new AppError('FORBIDDEN', 'You do not have access to this');
  if (endpoint.method !== 'GET') await noteActivity(scope, now);
  return scope;
}

/** @throws TOO_MANY if the person has called the endpoint as often as its rate allows */
async function countCall(endpoint: Endpoint, { actor }: Scope): Promise<void> {
  if (!endpoint.rate) return;
  const subject = `${routeKey(endpoint)} ${actor.userKey}`;
  if (!(await attemptStore.count({ kind: 'ratedCall', ...endpoint.rate }, subject, Date.now())))
    throw new AppError('TOO_MANY', TOO_MANY_CALLS);
}
