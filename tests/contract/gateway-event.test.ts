import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeKey } from '#core/contract.ts';
import { startHttpApi } from '#local/api-gateway/http-api.ts';
import { apiEvent } from '#scripts/api-event.ts';
import { CONTRACT, ENDPOINTS, type Named, sampleOf } from './endpoints.ts';

// Tests and `npm run invoke` create events without a gateway. They must equal the gateway's events.

let gateway: Awaited<ReturnType<typeof startHttpApi>>;
let received: APIGatewayProxyEventV2 | undefined;

beforeAll(async () => {
  gateway = await startHttpApi({
    port: 0,
    routes: CONTRACT.map(({ endpoint }) => ({
      routeKey: routeKey(endpoint),
      handler: (event: never) => {
        received = event;
        return { statusCode: 204 };
      },
    })),
  });
});
afterAll(() => gateway.close());

/** The parts of an event that a function reads. */
const read = ({
  routeKey: route,
  rawPath,
  pathParameters,
  queryStringParameters,
  body,
  ...event
}: APIGatewayProxyEventV2) => ({
  version: event.version,
  route,
  rawPath,
  pathParameters,
  queryStringParameters,
  body,
  isBase64Encoded: event.isBase64Encoded,
  authorization: event.headers.authorization,
  contentType: event.headers['content-type'],
  method: event.requestContext.http.method,
  stage: event.requestContext.stage,
});

async function throughGateway({ endpoint }: Named, event: APIGatewayProxyEventV2) {
  received = undefined;
  const path = event.rawPath.split('/').map(encodeURIComponent).join('/');
  const query = event.rawQueryString ? `?${event.rawQueryString}` : '';
  const { authorization, 'content-type': contentType } = event.headers;
  const { status } = await fetch(`${gateway.url}${path}${query}`, {
    method: endpoint.method,
    headers: { authorization: authorization!, ...(contentType && { 'content-type': contentType }) },
    body: event.body ?? null,
  });
  expect(status).toBe(204);
  return received!;
}

describe('the event of a sample', () => {
  it.each(ENDPOINTS)("of $name equals the gateway's event for the request", async (named) => {
    const event = apiEvent(named.endpoint, sampleOf(named.name), { token: 'a.b.c' });
    expect(read(await throughGateway(named, event))).toEqual(read(event));
  });

  it('keeps every character of an input', async () => {
    const named = CONTRACT.find(({ name }) => name === 'units.quickSearch')!;
    for (const searchText of ['a b+c', '50%', 'ä&ö=ü', '"#?/\\', '🐕', 'x,y']) {
      const event = apiEvent(named.endpoint, { searchText }, { token: 'a.b.c' });
      expect(read(await throughGateway(named, event)).queryStringParameters).toEqual({ searchText });
    }
  });
});
