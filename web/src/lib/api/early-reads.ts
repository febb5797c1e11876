import { unstable_serialize } from 'swr';
import type { Endpoint } from '#core/contract.ts';
import { SECOND } from '#core/time.ts';
import { onSessionChange, sessionToken } from '../session/session-token.ts';
import { call, type Input, onChange } from './api.ts';
import { endpointKey } from './endpoint-key.ts';

/** A read of an endpoint that a page sends when it opens. */
export interface Read {
  endpoint: Endpoint;
  input: Record<string, unknown>;
}

export const readOf = <E extends Endpoint>(endpoint: E, input: Input<E>): Read => ({
  endpoint,
  input: input as Record<string, unknown>,
});

/** The serialized cache key of the read's answer. */
export const keyOf = ({ endpoint, input }: Read): string => unstable_serialize(endpointKey(endpoint, input));

/** An answer that nobody takes within this time is too old to be shown. */
const LIFE_MS = 10 * SECOND;

interface EarlyRead {
  token: string;
  sentAt: number;
  answer: Promise<unknown>;
}

const sent = new Map<string, EarlyRead>();

/** Sends a read before the page that shows its answer is there. The page's own read takes the answer. */
export function readEarly(read: Read) {
  const token = sessionToken();
  if (token === null) return;
  forgetOld();
  const key = keyOf(read);
  if (sent.has(key)) return;
  const early: EarlyRead = { token, sentAt: Date.now(), answer: call(read.endpoint, read.input, { token }) };
  sent.set(key, early);
  // The page reads again itself, and reports the failure if that fails too.
  early.answer.catch(() => sent.get(key) === early && sent.delete(key));
}

/** The answer of an early read of this session, for one use; undefined if there is none. */
export function takeEarly(key: string): Promise<unknown> | undefined {
  forgetOld();
  const early = sent.get(key);
  sent.delete(key);
  return early?.token === sessionToken() ? early?.answer : undefined;
}

function forgetOld() {
  for (const [key, { sentAt }] of sent) if (Date.now() - sentAt > LIFE_MS) sent.delete(key);
}

// No user gets what was read for another, and no page an answer from before a change.
onSessionChange(() => sent.clear());
onChange(() => sent.clear());
