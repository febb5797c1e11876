import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createFaults } from '#local/faults.ts';
import { listen, type Running } from '#local/http.ts';
import { type Clock, systemClock } from '../clock.ts';
import { readBody } from '../read-body.ts';
import { decodePath, httpEvent } from './http-event.ts';
import { gatewayMessage, type HttpReply, httpReply, internalServerError } from './http-reply.ts';
import { routeTable } from './http-routes.ts';
import { gatewayId } from './identifiers.ts';
import { callLambda, type LambdaHandler } from './lambda.ts';

/** A route and its function. */
export interface HttpRoute {
  routeKey: string;
  functionName?: string;
  handler: LambdaHandler;
}

interface HttpApiOptions {
  /** 0 means any free port. */
  port: number;
  routes: readonly HttpRoute[];
  clock?: Clock;
  /** Called for every failed function, in place of CloudWatch. */
  log?: (message: string, error?: unknown) => void;
}

/** HTTP API quotas: 10 MB of payload, 30 seconds for an integration, 10,240 bytes of request line and header values. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;
const MAX_HEAD_BYTES = 10_240;

const jsonType = { 'content-type': 'application/json' };

/** Stands in for an API Gateway HTTP API: Lambda integrations, payload format 2.0, the stage `$default`. */
export async function startHttpApi({
  port,
  routes,
  clock = systemClock,
  log = console.error,
}: HttpApiOptions): Promise<Running> {
  const routeOf = routeTable(routes);
  const faults = createFaults({
    replies: {
      status429: { status: 429, headers: jsonType, body: '{"message":"Too Many Requests"}' },
      status500: { status: 500, headers: jsonType, body: '{"message":"Internal Server Error"}' },
    },
  });

  async function answer(request: IncomingMessage): Promise<HttpReply> {
    if (headBytes(request) > MAX_HEAD_BYTES) return gatewayMessage(431, 'Request Header Fields Too Large');
    const path = decodePath(request.url ?? '/');
    if (path === undefined) return gatewayMessage(400, 'Bad Request');
    const match = routeOf(request.method ?? 'GET', path);
    if (!match) return gatewayMessage(404, 'Not Found');
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return gatewayMessage(413, 'Request Entity Too Large');

    const { route, pathParameters } = match;
    const { routeKey, functionName = routeKey, handler } = route;
    const outcome = await callLambda({
      functionName,
      event: httpEvent({ request, path, body, routeKey, pathParameters, now: clock.now() }),
      run: (event, context) => handler(event as never, context, undefined as never),
      timeoutMilliseconds: INTEGRATION_TIMEOUT_MS,
      clock,
    });
    if (outcome.ended === 'returned') return httpReply(outcome.payload);
    log(`${functionName} ${outcome.ended} (${routeKey})`, outcome.ended === 'crashed' ? outcome.error : undefined);
    if (outcome.ended === 'timedOut') return gatewayMessage(503, 'Service Unavailable');
    if (outcome.ended === 'requestTooLarge') return gatewayMessage(413, 'Request Entity Too Large');
    return internalServerError();
  }

  const server = createServer((request, response) => {
    (async () => {
      if (await faults.answer(request, response)) return;
      send(response, await answer(request));
      request.resume();
    })().catch((error: unknown) => {
      // The client left while it was sending, or this stand-in has a bug.
      if (!request.destroyed) log('The HTTP API failed', error);
      response.destroy();
    });
  });
  return listen(server, port);
}

function send(response: ServerResponse, { status, headers, body }: HttpReply) {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('apigw-requestid', gatewayId());
  response.end(body);
}

function headBytes({ method, url, httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  return Buffer.byteLength(`${method} ${url} HTTP/${httpVersion}`) + Buffer.byteLength(values.join(''));
}
