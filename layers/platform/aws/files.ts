import { createHash } from 'node:crypto';
import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { AppError } from '#core/errors.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';

/** Enough to read the largest file that browsers upload. */
const s3 = new S3Client(withRequestTimeout(20 * SECOND));

const MB = 1024 * 1024;

/** A slow line needs some minutes until its upload begins; S3 lets one that has begun go on. */
const FORM_LASTS_MS = 15 * MINUTE;

/** A form by which a browser uploads one file of at most `maxBytes` under this key, and where it posts it. */
export function signedForm(
  Bucket: string,
  Key: string,
  maxBytes: number,
): Promise<{ url: string; fields: Record<string, string> }> {
  return createPresignedPost(s3, {
    ...{ Bucket, Key },
    Conditions: [['content-length-range', 1, maxBytes]],
    Expires: FORM_LASTS_MS / SECOND,
  });
}

/**
 * The size of a stored file and its SHA-256 in hexadecimal, read piece by piece. Undefined if there is no such file. INVALID
 * if it has more than `maxBytes`.
 */
export async function fileFacts(
  Bucket: string,
  Key: string,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash('sha256');
  const bytes = await readFile(Bucket, Key, maxBytes, (piece) => hash.update(piece));
  return bytes === undefined ? undefined : { bytes, sha256: hash.digest('hex') };
}

/** A stored file. Undefined if there is none. INVALID if it has more than `maxBytes`. */
export async function fileContent(Bucket: string, Key: string, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  const bytes = await readFile(Bucket, Key, maxBytes, (piece) => pieces.push(piece));
  return bytes === undefined ? undefined : Buffer.concat(pieces);
}

/** Copies a file within its bucket. Does nothing if there is none. */
export async function copyFile(Bucket: string, from: string, to: string): Promise<void> {
  const CopySource = `${Bucket}/${from}`;
  await s3.send(new CopyObjectCommand({ Bucket, Key: to, CopySource })).catch((error: Error) => {
    if (!isMissing(error)) throw error;
  });
}

export async function deleteFile(Bucket: string, Key: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));
}

/** Without the right to list a bucket, S3 answers that access is denied if there is no such file. */
const isMissing = ({ name }: Error) => name === 'NoSuchKey' || name === 'AccessDenied';

/** Reads a file piece by piece, and returns its size. Undefined if there is none. INVALID if it has more than `maxBytes`. */
export async function readFile(
  Bucket: string,
  Key: string,
  maxBytes: number,
  take: (piece: Uint8Array) => unknown,
): Promise<number | undefined> {
  const answer = await s3.send(new GetObjectCommand({ Bucket, Key })).catch((error: Error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!answer?.Body) return undefined;
  let bytes = 0;
  for await (const piece of answer.Body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new AppError('INVALID', `A file has at most ${maxBytes / MB} MB`);
    take(piece);
  }
  return bytes;
}
