import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { FileImages } from '#bridge/downloads/file-images.ts';
import { METRICS } from '#platform/aws/measures.ts';
import { store } from '#support/firmware-upload.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const checked = Buffer.from('The firmware that was checked');
const file = (location: string) => ({
  ...{ purpose: 'firmware' as const, location, bytes: checked.length, blockBytes: 960 },
  sha256: createHash('sha256').update(checked).digest(),
});

/** How often the metric of the alarm was counted while the bridge read the file. */
async function countedFor(location: string): Promise<number> {
  const out: string[] = [];
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    out.push(String(line));
    return true;
  });
  await new FileImages(storedDownloads).of(file(location)).catch(() => undefined);
  return out.filter((line) => line.includes(METRICS.unusableFiles)).length;
}

describe('a file that units wait for raises an alarm', () => {
  it('when somebody has changed it in its bucket', async () => {
    await store('firmware', 'changed/firmware.bin', Buffer.from('The firmware that was chequed'));
    expect(await countedFor('changed/firmware.bin')).toBe(1);
  });

  it('when it is gone', async () => {
    expect(await countedFor('gone/firmware.bin')).toBe(1);
  });

  it('but not when it is as it was, or the storage does not answer', async () => {
    await store('firmware', 'sound/firmware.bin', checked);
    expect(await countedFor('sound/firmware.bin')).toBe(0);
    vi.spyOn(storedDownloads, 'read').mockRejectedValue(new Error('The storage is away'));
    expect(await countedFor('sound/firmware.bin')).toBe(0);
  });
});
