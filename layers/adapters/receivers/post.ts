import { request as requestOverHttp } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import { type Dialling, lookupFor, requirePublicHost } from './dial.ts';

const MAX_ANSWER_BYTES = 4096;

/** Posts a text, without following redirects. Returns the status and the beginning of the answer. */
export function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  dialling: Dialling,
): Promise<{ status: number; text: string }> {
  requirePublicHost(url.hostname.replace(/^\[|\]$/g, ''), dialling);
  const request = url.protocol === 'https:' ? requestOverHttps : requestOverHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: lookupFor(dialling),
      signal: AbortSignal.timeout(dialling.timeoutMs),
      // Each request has a connection of its own: the function may rest between two.
      agent: false,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      const end = () => {
        resolve({ status: response.statusCode ?? 0, text });
        response.destroy();
      };
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER_BYTES) end();
      });
      response.on('end', end);
      response.on('error', reject);
    });
    sent.end(body);
  });
}
