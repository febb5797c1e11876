import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's body.
 * @returns undefined if it is longer than the limit; the rest is then read and dropped, so that the client receives the refusal
 * instead of a reset connection
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length <= maxBytes ? Buffer.concat(chunks) : undefined;
}
