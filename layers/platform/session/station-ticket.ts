import { createHmac, randomUUID } from 'node:crypto';
import { MINUTE } from '#core/time.ts';

/** A browser connects at once, so a ticket that somebody finds later opens nothing. */
const TICKET_MS = MINUTE;

/** A ticket that opens the station board once (docs/stations-protocol.md). `now` in milliseconds. */
export function stationTicket(key: string, userKey: string, now: number): string {
  const claims = { user: userKey, id: randomUUID(), expires: Math.floor((now + TICKET_MS) / 1_000) };
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}
