import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 26 characters that sort by `now` (milliseconds), then at random. See github.com/ulid/spec. */
export function newId(now: number): string {
  let time = '';
  for (let rest = now, place = 0; place < 10; place++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  return time + Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('');
}
