import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Login } from '#core/unit-messages/session.ts';
import { isNear } from './clock.ts';

/** Time 8, HMAC-SHA256 32. */
const TIME_BYTES = 8;
const PROOF_BYTES = TIME_BYTES + 32;

type Claimed = Pick<Login, 'UnitSerNum' | 'imei' | 'bootId' | 'lastSequence'>;

/** The proof of identity of a login: `time` by the unit's clock (ms, UTC) and its HMAC with the unit's secret. */
export function proofOf(secret: Uint8Array, login: Claimed, time: number): Uint8Array {
  const proof = Buffer.alloc(PROOF_BYTES);
  proof.writeBigUInt64BE(BigInt(time));
  proof.set(seal(secret, login, String(time)), TIME_BYTES);
  return new Uint8Array(proof);
}

/** `stale`: right, but for another time. The unit's clock is wrong, or somebody replays a recorded login. */
export function checkProof(
  secret: Uint8Array,
  { proof, ...login }: Claimed & Pick<Login, 'proof'>,
  now: number,
): 'right' | 'stale' | 'wrong' {
  if (proof?.length !== PROOF_BYTES) return 'wrong';
  const bytes = Buffer.from(proof);
  const time = bytes.readBigUInt64BE();
  if (!timingSafeEqual(bytes.subarray(TIME_BYTES), seal(secret, login, String(time)))) return 'wrong';
  return isNear(Number(time), now) ? 'right' : 'stale';
}

const seal = (secret: Uint8Array, { UnitSerNum, imei, bootId, lastSequence }: Claimed, time: string): Buffer =>
  createHmac('sha256', secret).update(`${UnitSerNum} ${imei} ${bootId} ${lastSequence} ${time}`).digest();
