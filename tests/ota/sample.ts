import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CurrentFirmwareEntity, FirmwareVersionEntity } from '#data/ota/firmware-versions.ts';
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
    }).go();
    await CurrentFirmwareEntity.put(version).go();
    const prompt = 'uploaded/00000000-0000-4000-8000-000000000220/prompt.wav';
    await new S3Client().send(
      new PutObjectCommand({ Bucket: process.env.VOICE_FILES_BUCKET, Key: prompt, Body: 'bonjour' }),
    );
  },
};
