import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkProof, proofOf } from '#protocol/proof.ts';

const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index);
const CLAIMED = { UnitSerNum: 'A1B2C3', imei: '356938035643809', bootId: 17, lastSequence: 40 };
const NOW = 1_795_262_400_000;
const proof = proofOf(SECRET, CLAIMED, NOW);
const check = (changes: object = {}, now = NOW, secret = SECRET) =>
  checkProof(secret, { ...CLAIMED, proof, ...changes }, now);

describe('the proof of identity', () => {
  it('matches the example in docs/unit-protocol.md', () => {
    const page = readFileSync(new URL('../../docs/unit-protocol.md', import.meta.url), 'utf8');
    expect(Buffer.from(proof).toString('hex')).toBe(/```proof\n([0-9a-f]+)\n```/.exec(page)![1]);
  });

  it('is valid for its login, 10 minutes before and after', () => {
    expect([check(), check({}, NOW + 600_000), check({}, NOW - 600_000)]).toEqual(['right', 'right', 'right']);
    expect([check({}, NOW + 600_001), check({}, NOW - 600_001)]).toEqual(['stale', 'stale']);
  });

  it.each([
    ['another serial number', { UnitSerNum: 'A1B2C4' }],
    ['another IMEI', { imei: '356938035643810' }],
    ['another boot', { bootId: 18 }],
    ['another number', { lastSequence: 41 }],
    ['none', { proof: undefined }],
    ['a short proof', { proof: proof.subarray(0, 39) }],
    ['a long proof', { proof: Uint8Array.of(...proof, 0) }],
    ['another time', { proof: Uint8Array.of(...proof.subarray(0, 7), 1, ...proof.subarray(8)) }],
    ['a flipped bit', { proof: proof.map((byte, at) => (at === 20 ? byte ^ 1 : byte)) }],
  ])('is invalid with %s', (_, changes) => {
    expect(check(changes)).toBe('wrong');
  });

  it('is invalid with another secret', () => {
    expect(check({}, NOW, SECRET.toReversed())).toBe('wrong');
  });
});
