import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { joseSignature } from '#platform/aws/signing-key.ts';

/** An INTEGER in DER: not empty, with a zero byte in front if the first bit would make it negative. */
function integer(number: Buffer): Buffer {
  const first = number.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.alloc(1) : number.subarray(first);
  const body = digits[0]! & 0x80 ? Buffer.concat([Buffer.alloc(1), digits]) : digits;
  return Buffer.concat([Buffer.from([0x02, body.length]), body]);
}

function der(r: Buffer, s: Buffer): Buffer {
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

const short = (length: number, first: number) =>
  Buffer.concat([Buffer.alloc(32 - length), Buffer.alloc(length, first)]);

describe('a signature in the form of JOSE', () => {
  it.each([
    ['two numbers of full length', short(32, 0x7f), short(32, 0x01)],
    ['a zero byte in front of both', short(32, 0xff), short(32, 0x80)],
    ['one number a byte shorter', short(31, 0x7f), short(32, 0xff)],
    ['one number two bytes shorter', short(32, 0x7f), short(30, 0x80)],
    ['one number of one byte', short(1, 0x01), short(32, 0xff)],
    ['one number of zero', short(32, 0x22), Buffer.alloc(32)],
  ])('has 64 bytes with %s', (_, r, s) => {
    expect(joseSignature(der(r, s))).toEqual(Buffer.concat([r, s]));
  });

  it('verifies with numbers of any length', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let count = 0; count < 300; count++) {
      const data = Buffer.from(`token ${count}`);
      const signature = joseSignature(sign('sha256', data, privateKey));
      expect(signature.length).toBe(64);
      expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    }
  });
});
