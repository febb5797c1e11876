import { z } from 'zod';
import { HOUR, SECOND } from '../time.ts';

/** With this text a unit restarts (docs/unit-protocol.md, section 4). */
export const REBOOT_TEXT = 'Reboot';
/** With this text a unit connects and sends a ping. */
export const PING_TEXT = 'DoPing';

/** A text that a carrier delivers as one message. Without the characters of modem commands, such as `AT+CFUN=0`. */
export const TextMessage = z
  .string()
  .trim()
  .min(1, 'Enter a text')
  .max(70, 'A text message has at most 70 characters')
  .regex(/^[\p{L}\p{N} .,'?!-]*$/u, "A text message has letters, digits, spaces and . , ' ? ! -");

/** So long, the same text is not sent to the unit again: a request that is delivered twice sends one. */
export const TEXT_PAUSE_MS = 10 * SECOND;

/** A text as units and people read it: without case, and without spaces and signs around it. Texts that are the same so count as one. */
export const textAsRead = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase() || text.trim();

/** True for a text that asks a unit to connect, however it is written. */
export const isPingText = (text: string): boolean => textAsRead(text) === textAsRead(PING_TEXT);

/** Each text costs money. Counted per unit, whoever sends them, and whatever they say. */
export const TEXT_LIMIT = { most: 20, window: HOUR } as const;
export const TOO_MANY_TEXTS = `The unit was sent ${TEXT_LIMIT.most} text messages in this hour. Try again later`;
