import { randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const RANDOM_LETTERS = 12;
/** The numbers that four letters hold. */
const ORDERS = 32 ** 4;

let latest = { now: Number.NaN, order: 0 };

/**
 * A ULID: 26 characters that sort by `now` (milliseconds), then in the order in which a process made them. Others of the same millisecond sort at random.
 * See github.com/ulid/spec.
 */
export function newId(now: number): string {
  const order = now === latest.now ? (latest.order + 1) % ORDERS : randomInt(ORDERS / 2);
  latest = { now, order };
  const random = Array.from(randomBytes(RANDOM_LETTERS), (byte) => ALPHABET[byte % 32]).join('');
  return lettersOf(now, 10) + lettersOf(order, 4) + random;
}

function lettersOf(number: number, count: number): string {
  let letters = '';
  for (let rest = number; letters.length < count; rest = Math.floor(rest / 32)) letters = ALPHABET[rest % 32] + letters;
  return letters;
}

/** When an id of `newId` was made, in milliseconds; NaN for another text. */
export const timeOfId = (id: string): number =>
  [...id.slice(0, 10)].reduce((time, letter) => {
    const digit = ALPHABET.indexOf(letter);
    return digit < 0 ? Number.NaN : time * 32 + digit;
  }, 0);
