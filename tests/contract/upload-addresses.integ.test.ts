import { beforeAll, describe, expect, it } from 'vitest';
import { orders } from '#core/orders/contract.ts';
import { ota } from '#core/ota/contract.ts';
import { arrivingKey } from '#core/ota/file-key.ts';
import { support } from '#core/support/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ask } from '#support/call.ts';
import { announced } from '#support/firmware-upload.ts';
import { aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';

// What the portal signs for a browser permits one file, of the announced size, for a quarter of an hour.

const LASTS_MS = 15 * MINUTE;
const BYTES = 5;

let engineer: UserRecord;
beforeAll(async () => {
  await aWorld();
  engineer = await aUser({ dealer: 1 });
});

interface Form {
  fields: Record<string, string>;
  key: string;
}

const FORMS: readonly [string, () => Promise<Form>][] = [
  [
    'a file of UDIs',
    async () => {
      const { fields, udiFile } = await ask(orders.requestUdiUpload, { bytes: BYTES, as: engineer });
      return { fields, key: udiFile };
    },
  ],
  [
    'an attachment',
    async () => {
      const { TicketKey } = await ask(support.openTicket, {
        Subject: 'A silent unit',
        text: 'It is silent',
        as: engineer,
      });
      const asked = { TicketKey, name: 'a.zip', bytes: BYTES, as: engineer };
      const { fields, file } = await ask(support.requestUpload, asked);
      return { fields, key: file };
    },
  ],
];

describe.each(FORMS)('the form for %s', (_, form) => {
  it('permits one key of one bucket, at most the announced bytes, for a quarter of an hour', async () => {
    const { fields, key } = await form();
    const signed = JSON.parse(Buffer.from(fields.Policy!, 'base64').toString());
    const lasts = Date.parse(signed.expiration) - Date.now();
    expect(lasts).toBeGreaterThan(LASTS_MS - MINUTE);
    expect(lasts).toBeLessThanOrEqual(LASTS_MS);
    const conditions = signed.conditions as (Record<string, string> | unknown[])[];
    expect(conditions).toContainEqual({ key });
    expect(conditions).toContainEqual({ bucket: process.env.UPLOADS_BUCKET });
    expect(conditions.filter(Array.isArray)).toEqual([['content-length-range', 1, BYTES]]);
  });
});

describe('the address for a part of a file', () => {
  it('permits one part of one upload with exactly its bytes, for a quarter of an hour', async () => {
    const given = announced('firmware', Buffer.alloc(6 * 1024 * 1024, 1), 'a.bin');
    const { file, parts } = await ask(ota.requestUpload, { ...given, as: engineer });
    expect(parts).toHaveLength(2);
    for (const { number, url } of parts) {
      const { pathname, searchParams } = new URL(url!);
      expect(decodeURIComponent(pathname)).toMatch(new RegExp(`/?${arrivingKey(file)}$`));
      expect(searchParams.get('partNumber')).toBe(String(number));
      expect(searchParams.get('uploadId')).toBeTruthy();
      expect(searchParams.get('X-Amz-Expires')).toBe(String(LASTS_MS / 1000));
      expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    }
  });
});
