import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { crc16Arc } from '#protocol/dc09/crc.ts';
import { type Dc09Message, encodeDc09, parseDc09 } from '#protocol/dc09/frame.ts';
import { withMessage } from '#support/with-message.ts';
import { between, oneOf, seeded, someBytes } from '../random.ts';

const AT = Date.UTC(2026, 10, 23, 9, 30, 5);
const MESSAGE: Dc09Message = {
  token: 'ADM-CID',
  sequence: 41,
  receiver: '1',
  line: '0',
  account: 'A1B2C3',
  data: '#A1B2C3|1101 01 003',
  timestamp: AT,
};
const padding = (length: number) => 'x'.repeat(length);
const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('frames of DC-09', () => {
  it('uses CRC-16/ARC', () => {
    expect(crc16Arc(bytes('123456789'))).toBe(0xbb3d);
  });

  // From dc09, a library in Rust (its test to_string_test).
  it('writes the frame that another implementation writes', () => {
    const message = {
      token: 'SIA-DCS',
      sequence: 1,
      receiver: 'F3',
      line: '77',
      account: '1234',
      data: '#1234|NRR|Atest',
    } as const;
    expect(encodeDc09(message).toString('latin1')).toBe('\nF4D20029"SIA-DCS"0001RF3L77#1234[#1234|NRR|Atest]\r');
  });

  // Frames of devices of several makers, from the tests and comments of public receivers.
  it.each([
    ['F68B003B"ADM-CID"0028L0#9757[#9757|1602 00 000]_20:59:45,02-20-2024', 'ADM-CID', '#9757|1602 00 000'],
    ['F92F0043"ADM-CID"0020R7896L7896#3456[#3456|1407 00 001]_17:01:14,07-26-2024', 'ADM-CID', '#3456|1407 00 001'],
    ['B0970029"NULL"0000L000#0809[]_21:00:01,02-20-2024', 'NULL', ''],
    ['D730002F"NULL"0000R7896L7896#3456[]_17:01:26,07-26-2024', 'NULL', ''],
    ['E4410025"NAK"0000R0L0A0[]_16:20:01,09-24-2025', 'NAK', ''],
    ['96ED0016"SIA-DCS"0001L0#1234[]', 'SIA-DCS', ''],
  ])('reads %s', (frame, token, data) => {
    expect(parseDc09(bytes(`\n${frame}\r`))).toMatchObject({ ok: true, encrypted: false, message: { token, data } });
  });

  // From pysiaalarm, tests/run_re.py and tests/test_sia_package_cases.py: its key is 16 times the letter A.
  it.each([
    [
      '05BB0076"*SIA-DCS"7654L0#1111[C07DA1EB73C617857476EE5D79436CEE5E0084485E79EC56B0D5D1F3F6E648B278050BBCCBC8FE5DCA7E3C80DBDD4945',
      {
        token: 'SIA-DCS',
        sequence: 7654,
        account: '1111',
        data: 'Nri1/WA000',
        timestamp: Date.UTC(2020, 6, 9, 16, 4, 2),
      },
    ],
    [
      '76D80055"*NULL"0000R0L0#AAAB[B4BC8B40D0E6D959D6BEA78E88CC0B2155741A3C44FBB96D476A3E557CAD64D9',
      { token: 'NULL', sequence: 0, account: 'AAAB', data: '', timestamp: Date.UTC(2020, 6, 5, 18, 24, 52) },
    ],
  ])('decrypts %s', (frame, message) => {
    expect(parseDc09(bytes(frame), bytes('AAAAAAAAAAAAAAAA'))).toMatchObject({ ok: true, encrypted: true, message });
    expect(parseDc09(bytes(frame))).toEqual({ ok: false, problem: 'unreadable' });
  });

  it('writes the encrypted frame of a public receiver again', () => {
    const frame =
      '05BB0076"*SIA-DCS"7654L0#1111[C07DA1EB73C617857476EE5D79436CEE5E0084485E79EC56B0D5D1F3F6E648B278050BBCCBC8FE5DCA7E3C80DBDD4945';
    const message = {
      token: 'SIA-DCS',
      sequence: 7654,
      line: '0',
      account: '1111',
      data: 'Nri1/WA000',
      timestamp: Date.UTC(2020, 6, 9, 16, 4, 2),
    } as const;
    const written = encodeDc09(message, { key: bytes('AAAAAAAAAAAAAAAA'), padding: (length) => '0'.repeat(length) });
    expect(written.toString('latin1')).toBe(`\n${frame}\r`);
  });

  it.each([16, 24, 32])('reads what it writes with a key of %i bytes, at any length', (keyBytes) => {
    const key = randomBytes(keyBytes);
    for (let length = 0; length < 40; length++) {
      const message = { ...MESSAGE, data: 'd'.repeat(length) };
      const frame = encodeDc09(message, { key, padding });
      expect(parseDc09(frame, key)).toEqual({ ok: true, encrypted: true, message });
    }
  });

  it('refuses a frame with another length, checksum or token', () => {
    const frame = encodeDc09(MESSAGE).toString('latin1');
    expect(parseDc09(bytes(`${frame.slice(0, -2)}\r`))).toEqual({ ok: false, problem: 'wrongLength' });
    expect(parseDc09(bytes(frame.replace('1101', '1102')))).toEqual({ ok: false, problem: 'wrongChecksum' });
    const body = '"XYZ"0001L0#1234[]';
    const sealed = crc16Arc(bytes(body)).toString(16).toUpperCase().padStart(4, '0');
    expect(parseDc09(bytes(`${sealed}0012${body}`))).toEqual({ ok: false, problem: 'unknownToken' });
  });

  it('refuses a key with another length', () => {
    expect(() => encodeDc09(MESSAGE, { key: randomBytes(8), padding })).toThrow(
      withMessage('A key of DC-09 has 16, 24 or 32 bytes'),
    );
  });
});

describe('damaged frames of DC-09', () => {
  it('never throws, and accepts no damage', () => {
    const random = seeded(20261123);
    const key = randomBytes(16);
    const originals = [encodeDc09(MESSAGE), encodeDc09(MESSAGE, { key, padding })];
    for (let run = 0; run < 20_000; run++) {
      const frame = new Uint8Array(oneOf(random, originals));
      const at = between(random, 1, frame.length - 2);
      const was = frame[at]!;
      if (run % 3 === 0) parseDc09(someBytes(random, between(random, 0, 80)), key);
      frame[at] = between(random, 0, 255);
      const parsed = parseDc09(frame, key);
      if (frame[at] !== was) expect(parsed.ok, `${at}: ${was} is now ${frame[at]}`).toBe(false);
    }
  });
});
