import { describe, expect, it } from 'vitest';
import { crc16 } from '#protocol/crc.ts';
import { seeded, someBytes } from './random.ts';

/** The definition, bit by bit. */
function slowly(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

describe('checksum', () => {
  it('of "123456789" is 29B1', () => expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x29b1));

  it('of nothing is the initial value', () => expect(crc16(new Uint8Array(0))).toBe(0xffff));

  it('equals the definition for every length', () => {
    const random = seeded(1);
    for (let length = 0; length < 80; length++) {
      const bytes = someBytes(random, length);
      expect(crc16(bytes)).toBe(slowly(bytes));
    }
  });

  it('covers only the given part', () => {
    const bytes = new TextEncoder().encode('xx123456789yyy');
    expect(crc16(bytes, 2, 11)).toBe(0x29b1);
  });
});
