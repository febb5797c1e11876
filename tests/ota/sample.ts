import { fileKey } from '#core/ota/file-key.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { digestOf, FileUploadEntity } from '#data/ota/file-uploads.ts';
import { storedFile } from '#data/ota/firmware-changes.ts';
import { CurrentFirmwareEntity, FirmwareVersionEntity } from '#data/ota/firmware-entities.ts';
import { signFirmware } from '#platform/ota/sign-firmware.ts';
import { store } from '#support/firmware-upload.ts';
import type { Sample } from '#support/samples.ts';

const version = {
  portal: 'firmware',
  unitModel: 'MXD-LTE',
  firmVerType: 'MXDLTE',
  version: '9.9.9.9.9',
} as const;

export const sample: Sample = {
  add: async () => {
    await FirmwareVersionEntity.put({
      ...version,
      location: 'MXD-LTE/9_9_9_9_9.bin',
      upgradePrice: 0,
      releaseDate: '2026-01-01T00:00:00.000Z',
      ...storedFile(await signFirmware(version, { bytes: 8, sha256: 'ab'.repeat(32) }, Date.UTC(2026, 0, 1))),
    }).go();
    const unsigned = { ...version, version: '9.9.9.9.8', location: 'MXD-LTE/9_9_9_9_8.bin' };
    await FirmwareVersionEntity.put({ ...unsigned, upgradePrice: 0, releaseDate: '2026-01-01T00:00:00.000Z' }).go();
    const part = { ...version, firmVerType: 'Telit', version: '9.9.9.9.7', location: 'MXD-LTE/9_9_9_9_7.bin' } as const;
    await FirmwareVersionEntity.put({
      ...{ ...part, upgradePrice: 0, releaseDate: '2026-01-01T00:00:00.000Z' },
      ...storedFile(await signFirmware(part, { bytes: 8, sha256: 'ab'.repeat(32) }, Date.UTC(2026, 0, 1))),
    }).go();
    await store('firmware', unsigned.location, Buffer.from('firmware'));
    await CurrentFirmwareEntity.put(version).go();
  },
};

/** The voice prompt that the user sends to a unit. */
export async function promptsOf({ DealerKey: dealerKey, UserKey: userKey }: UserRecord) {
  const file = fileKey({ dealerKey, userKey }, '00000000-0000-4000-8000-000000000220', 'prompt.wav');
  await store('speech', file, Buffer.from('bonjour'));
  return [{ file, speechIndex: 4, language: 'fr' }];
}

/** The uploads of the user that the sample events complete and abort. `validUntil`: milliseconds. */
export async function someUploads(userKey: string, validUntil: number): Promise<void> {
  const prompt = { purpose: 'speech', bytes: 1000, sha256: '9'.repeat(64) } as const;
  const file = `uploaded/220/${userKey}/00000000-0000-4000-8000-000000000221/arrived.wav`;
  const upload = { userKey, file, uploadId: 'of-the-sample', validUntil, expiresAt: Math.floor(validUntil / 1000) };
  const arrived = { digest: digestOf({ ...prompt, name: 'arrived.wav' }), arrivedAt: '2026-01-01T00:00:00.000Z' };
  await FileUploadEntity.put({ ...upload, ...arrived }).go();
  await FileUploadEntity.put({ ...upload, digest: digestOf({ ...prompt, name: 'begun.wav' }) }).go();
}
