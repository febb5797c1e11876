import type { z } from 'zod';
import { CarrierFailure } from './failure.ts';

export interface Exchange {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds for the request and its whole answer. */
  timeout: number;
}

export interface Answer {
  status: number;
  /** The parsed JSON body; undefined if the body is empty or not JSON. */
  body: unknown;
  /** The body as it came. */
  text: string;
  /** True if there was a body that is not JSON. */
  garbled: boolean;
  retryAfter: number | undefined;
}

/**
 * Makes one HTTP request and reads its whole answer; no answer in time is a `silent` failure. Redirects are not followed:
 * they would carry the credentials elsewhere.
 */
export async function exchange({ method, url, headers, body, timeout }: Exchange): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      ...(body === undefined ? {} : { body }),
    });
    const text = decode(await response.arrayBuffer(), response.headers.get('content-type'));
    return {
      status: response.status,
      text,
      ...parse(text),
      retryAfter: retryAfter(response.headers.get('retry-after')),
    };
  } catch (cause) {
    throw new CarrierFailure('silent', 'No answer', { cause });
  }
}

/** Parses the body of a successful answer. `failureOf` maps any other answer to a failure. */
export function readReply<T>(answer: Answer, reply: z.ZodType<T>, failureOf: (answer: Answer) => CarrierFailure): T {
  if (answer.status >= 300) throw failureOf(answer);
  const result = reply.safeParse(answer.body);
  if (!answer.garbled && result.success) return result.data;
  throw new CarrierFailure('unreadable', result.error?.message ?? 'The body is not JSON', { status: answer.status });
}

/** Control Center has been seen to answer in ISO-8859-1, which fetch's own text() would misread. */
function decode(bytes: ArrayBuffer, contentType: string | null): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  return new TextDecoder(/^iso-8859-1$/i.test(charset) ? 'latin1' : 'utf-8').decode(bytes);
}

function parse(text: string): Pick<Answer, 'body' | 'garbled'> {
  if (text.trim() === '') return { body: undefined, garbled: false };
  try {
    return { body: JSON.parse(text), garbled: false };
  } catch {
    return { body: undefined, garbled: true };
  }
}

const retryAfter = (seconds: string | null) => (seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined);
