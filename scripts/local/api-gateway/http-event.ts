import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { addressOf, gatewayId, requestTime, traceId } from './identifiers.ts';

/*
 * The event of an HTTP API, payload format 2.0. Where the documentation is silent this follows events
 * captured from the live service: github.com/hotsock/voker, vokerhttp/testdata (2026-07), and for the media types
 * github.com/ministackorg/ministack, pull request 766.
 */

export interface HttpRequestFacts {
  request: IncomingMessage;
  /** As `decodePath` returns it. */
  path: string;
  body: Buffer;
  routeKey: string;
  pathParameters: Record<string, string> | undefined;
  now: number;
}

/**
 * The path for routing and for the event: decoded twice, and cut if the first decoding produces a `?`.
 * So `%2F` separates like a slash, and a `%25` without two hexadecimal digits after it cannot be sent.
 * @returns undefined if the service refuses the path
 */
export function decodePath(url: string): string | undefined {
  try {
    const once = decodeURIComponent(url.split('?', 1)[0] ?? '/');
    return decodeURIComponent(once.split('?', 1)[0] ?? '/');
  } catch {
    return undefined;
  }
}

export function httpEvent(facts: HttpRequestFacts): APIGatewayProxyEventV2 {
  const { request, path, body, routeKey, pathParameters, now } = facts;
  const method = request.method ?? 'GET';
  const rawQueryString = queryOf(request.url ?? '/');
  const { headers, cookies } = headersAndCookies(request, body, now);
  const domainName = (headers.host ?? '').replace(/:\d+$/, '');
  const isBase64Encoded = body.length > 0 && !isText(headers['content-type']);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(rawQueryString !== '' && { queryStringParameters: queryParameters(rawQueryString) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: addressOf(request.socket),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: gatewayId(),
      routeKey,
      stage: '$default',
      time: requestTime(now),
      timeEpoch: now,
    },
    ...(pathParameters && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

/** The part after the first question mark, unchanged. */
const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

function queryParameters(rawQueryString: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) append(values, name, value);
  return Object.fromEntries(values);
}

/** Headers of one connection, or set by the gateway itself: not part of the event. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te']);

function headersAndCookies(request: IncomingMessage, body: Buffer, now: number) {
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]!.toLowerCase();
    const value = request.rawHeaders[index + 1]!;
    if (OF_THE_CONNECTION.has(name)) continue;
    if (name === 'cookie') cookies.push(...value.split(';').map((cookie) => cookie.trim()));
    else append(headers, name, value);
  }
  const earlier = headers.get('x-forwarded-for');
  headers.set('x-forwarded-for', earlier ? `${earlier}, ${addressOf(request.socket)}` : addressOf(request.socket));
  headers.set('x-forwarded-port', String(request.socket.localPort ?? ''));
  headers.set('x-forwarded-proto', 'http');
  if (!headers.has('x-amzn-trace-id')) headers.set('x-amzn-trace-id', traceId(now));
  if (body.length > 0) headers.set('content-length', String(body.length));
  return { headers: Object.fromEntries(headers) as Record<string, string>, cookies: cookies.filter(Boolean) };
}

function append(values: Map<string, string>, name: string, value: string) {
  const earlier = values.get(name);
  values.set(name, earlier === undefined ? value : `${earlier},${value}`);
}

/** The types that reach a function as text. Forms, JSON dialects and bodies without a type do not. */
function isText(contentType: string | undefined): boolean {
  const mediaType = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return (
    mediaType.startsWith('text/') ||
    ['application/json', 'application/xml', 'application/javascript'].includes(mediaType)
  );
}
