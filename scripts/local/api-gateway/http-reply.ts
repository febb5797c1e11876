import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';

/** The response to the client. */
export interface HttpReply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

const StructuredResult = z.object({
  statusCode: z.int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** A message of the gateway itself. */
export const gatewayMessage = (status: number, message: string): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
});

export const internalServerError = () => gatewayMessage(500, 'Internal Server Error');

/**
 * Reads a function's result in payload format 2.0. A result without a status fails here, although the service turns it
 * into a 200 with JSON: every function of the portal sets its status.
 */
export function httpReply(payload: unknown): HttpReply {
  const { success, data } = StructuredResult.safeParse(payload);
  if (!success) return internalServerError();

  const headers: HttpReply['headers'] = { 'content-type': 'text/plain; charset=utf-8' };
  for (const [name, value] of Object.entries(data.headers ?? {})) {
    if (!canBeSent(name, String(value))) return internalServerError();
    if (!OF_THE_CONNECTION.includes(name.toLowerCase())) headers[name.toLowerCase()] = String(value);
  }
  if (data.cookies?.length) headers['set-cookie'] = data.cookies;
  const body = Buffer.from(data.body ?? '', data.isBase64Encoded ? 'base64' : 'utf8');
  return { status: data.statusCode, headers, body };
}

/** Headers that the gateway sets, whatever the function returns. */
const OF_THE_CONNECTION = ['connection', 'content-length', 'transfer-encoding'];

function canBeSent(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
