import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Endpoint, pathParameters, routeKey } from '#core/contract.ts';
import { gatewayId, requestTime } from '#local/api-gateway/identifiers.ts';

export interface Sender {
  token?: string | undefined;
  sourceIp?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** The event with which the HTTP API calls an area's function for `input` of an endpoint. */
export function apiEvent(
  endpoint: Endpoint,
  input: object,
  { token, sourceIp = '127.0.0.1', headers = {} }: Sender = {},
): APIGatewayProxyEventV2 {
  const { path, inPath, inQuery, body } = requestOf(endpoint, input);
  const rawQueryString = new URLSearchParams(inQuery).toString();
  const now = Date.now();
  return {
    version: '2.0',
    routeKey: routeKey(endpoint),
    rawPath: path,
    rawQueryString,
    headers: {
      host: 'localhost',
      'user-agent': 'watchkeep',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(rawQueryString !== '' && { queryStringParameters: inQuery }),
    ...(Object.keys(inPath).length > 0 && { pathParameters: inPath }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method: endpoint.method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'watchkeep' },
      requestId: gatewayId(),
      routeKey: routeKey(endpoint),
      stage: '$default',
      time: requestTime(now),
      timeEpoch: now,
    },
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  };
}

/** Divides a flat input: fields outside the path go to the body of a change, or to the query of a read. */
function requestOf({ method, path }: Endpoint, input: object) {
  const names = pathParameters(path);
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const text = (entries: [string, unknown][]) =>
    Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  const inPath = text(given.filter(([name]) => names.includes(name)));
  const rest = given.filter(([name]) => !names.includes(name));
  const hasBody = method === 'POST' || method === 'PUT';
  return {
    path: path.replace(/\{(\w+)\+?\}/g, (_, name: string) => inPath[name] ?? ''),
    inPath,
    inQuery: hasBody ? {} : text(rest),
    body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined,
  };
}
