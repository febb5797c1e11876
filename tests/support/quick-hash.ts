import { argon2Sync } from 'node:crypto';

const COST = { memory: 8, passes: 1, parallelism: 1 };
const NONCE = Buffer.alloc(16, 'test');

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** A hash that the functions accept, computed in a fraction of a millisecond. Only tests use its low cost. */
export function quickHash(password: string): string {
  const tag = argon2Sync('argon2id', { message: password, nonce: NONCE, tagLength: 32, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(NONCE)}$${unpadded(tag)}`;
}
