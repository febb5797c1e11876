import { expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/time.ts';
import { forgetOld } from '#local/queues/uploads-in-parts.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const ago = (milliseconds: number) => new Date(NOW - milliseconds);

it('files that were never taken, and forgotten parts, are deleted after a day; files that are kept are not', () => {
  const stored = new Map(
    Object.entries({
      'arriving/1/old.bin': DAY + MINUTE,
      'arriving/2/new.bin': DAY - MINUTE,
      'uploaded/3/kept.bin': 9 * DAY,
    }).map(([key, age]) => [key, { lastModified: ago(age) }]),
  );
  const upload = { bucket: 'firmware', key: 'arriving/4/a.bin', parts: new Map() };
  const uploads = new Map(
    [
      { ...upload, uploadId: 'old', initiated: ago(DAY + MINUTE) },
      { ...upload, uploadId: 'new', initiated: ago(DAY - MINUTE) },
    ].map((one) => [one.uploadId, one]),
  );
  forgetOld(
    {
      uploads,
      abortUpload: (id) => uploads.delete(id),
      files: new Map([['firmware', stored]]),
      deleteFile: (_, key) => stored.delete(key),
    },
    NOW,
  );
  expect([...stored.keys()]).toEqual(['arriving/2/new.bin', 'uploaded/3/kept.bin']);
  expect([...uploads.keys()]).toEqual(['new']);
});
