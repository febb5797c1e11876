import { CurrentFirmwareEntity, FirmwareVersionEntity, storedFile } from '#data/ota/firmware-versions.ts';
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
    await store('firmware', unsigned.location, Buffer.from('firmware'));
    await CurrentFirmwareEntity.put(version).go();
    const prompt = 'uploaded/00000000-0000-4000-8000-000000000220/prompt.wav';
    await store('speech', prompt, Buffer.from('bonjour'));
  },
};
