import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;

/** The hash of a password in the PHC format, salted anew each time. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG_LENGTH, ...COST });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * True if the password matches `hash`. Without a hash it takes as long and returns false, so that the time does not reveal
 * whether an account exists.
 */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const parsed = parse(hash ?? ABSENT);
  const tag = await derive('argon2id', { message: password, ...parsed.parameters, tagLength: parsed.tag.length });
  return timingSafeEqual(tag, parsed.tag) && hash !== undefined;
}

const ABSENT = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(TAG_LENGTH))}`;

function parse(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!match) throw new Error('Not an argon2id hash in the PHC format');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  return {
    parameters: { memory, passes, parallelism, nonce: Buffer.from(match[4]!, 'base64') },
    tag: Buffer.from(match[5]!, 'base64'),
  };
}

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replace(/=+$/, '');
}
