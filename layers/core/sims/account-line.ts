import { SECOND } from '../time.ts';

/** A dealer whose calls wait for a carrier's account. It has one place in the line, however many its calls are. */
export interface Place {
  asker: string;
  /** Its calls renew the place. A dealer whose process was killed loses the place at this time (milliseconds). */
  until: number;
}

export const PLACE_MS = 3 * SECOND;

const stillWaiting = (line: readonly Place[], now: number) => line.filter(({ until }) => until > now);

/** True if no other dealer is before this one. */
export function isNext(line: readonly Place[], asker: string, now: number): boolean {
  const first = stillWaiting(line, now)[0];
  return first === undefined || first.asker === asker;
}

/** The line after a call of the dealer began: its other calls wait behind one call of each other dealer. */
export const lineAfterCall = (line: readonly Place[], asker: string, now: number): Place[] =>
  stillWaiting(line, now).filter((place) => place.asker !== asker);

/** The line with the dealer in it. Undefined if its place lasts: nothing is to be stored. */
export function lineWith(line: readonly Place[], asker: string, now: number): Place[] | undefined {
  const waiting = stillWaiting(line, now);
  const own = waiting.find((place) => place.asker === asker);
  if (own && own.until - now > PLACE_MS / 2) return undefined;
  const renewed = { asker, until: now + PLACE_MS };
  return own ? waiting.map((place) => (place === own ? renewed : place)) : [...waiting, renewed];
}
