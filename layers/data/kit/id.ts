import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 26 characters that sort by `now` (milliseconds), then at random. See github.com/ulid/spec. */
export function newId(now: number): string {
  let time = '';
  for (let rest = now, place = 0; place < 10; place++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  return time + Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('');
}

/** When an id of `newId` was made, in milliseconds; NaN for another text. */
export const timeOfId = (id: string): number =>
  [...id.slice(0, 10)].reduce((time, letter) => {
    const digit = ALPHABET.indexOf(letter);
    return digit < 0 ? Number.NaN : time * 32 + digit;
  }, 0);
