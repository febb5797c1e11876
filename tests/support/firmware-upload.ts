import { createHash } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ota } from '#core/ota/contract.ts';
import type { FilePurpose } from '#core/ota/files.ts';
import { ask, type Caller } from './call.ts';

/** Uploads as the browser does. Returns the key of the file. */
export async function uploaded(as: Caller, purpose: FilePurpose, body: Buffer, name = 'a file.bin'): Promise<string> {
  const file = announced(purpose, body, name);
  const { parts } = await ask(ota.requestUpload, { ...file, as });
  for (const part of parts) await putPart(part, body);
  return (await ask(ota.completeUpload, { ...file, as })).file;
}

/** What the browser says of a file before it uploads it. */
export const announced = (purpose: FilePurpose, body: Buffer, name = 'a file.bin') => ({
  ...{ purpose, name, bytes: body.length },
  sha256: createHash('sha256').update(body).digest('hex'),
});

/** Puts a part at its address, unless it has arrived already. Returns the status of the answer. */
export async function putPart(
  { url, from, bytes }: { url?: string | undefined; from: number; bytes: number },
  body: Buffer,
): Promise<number | undefined> {
  if (url === undefined) return undefined;
  const part = new Uint8Array(body.subarray(from, from + bytes));
  return (await fetch(url, { method: 'PUT', body: part })).status;
}

/** Puts a file at a place, as somebody does who has access to the bucket. */
export async function store(purpose: FilePurpose, Key: string, Body: Buffer): Promise<void> {
  const Bucket = purpose === 'firmware' ? process.env.FIRMWARE_BUCKET : process.env.VOICE_FILES_BUCKET;
  await new S3Client().send(new PutObjectCommand({ Bucket, Key, Body }));
}
