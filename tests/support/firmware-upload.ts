import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ota } from '#core/ota/contract.ts';
import type { FilePurpose } from '#core/ota/files.ts';
import { ask, type Caller } from './call.ts';

/** Uploads as the browser does, but straight into the stand-in. Returns the key of the file. */
export async function uploaded(as: Caller, purpose: FilePurpose, body: Buffer, name = 'a file.bin'): Promise<string> {
  const { file } = await ask(ota.requestUpload, { purpose, name, bytes: body.length, as });
  await store(purpose, file, body);
  return file;
}

/** Puts a file at a place, as somebody does who has access to the bucket. */
export async function store(purpose: FilePurpose, Key: string, Body: Buffer): Promise<void> {
  const Bucket = purpose === 'firmware' ? process.env.FIRMWARE_BUCKET : process.env.VOICE_FILES_BUCKET;
  await new S3Client().send(new PutObjectCommand({ Bucket, Key, Body }));
}
