import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FilePart } from '#core/ota/files.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';

/** Browsers send no checksum with a part, so S3 must not expect one. */
const s3 = new S3Client({ ...withRequestTimeout(20 * SECOND), requestChecksumCalculation: 'WHEN_REQUIRED' });

/** Where the parts of an upload go, and its name in S3. */
export interface PartsAt {
  Bucket: string;
  Key: string;
  UploadId: string;
}

/** A part that S3 has. */
export interface ArrivedPart {
  bytes: number;
  ETag: string;
}

/** S3 finds no such upload: it was completed or aborted, or it is older than a day. */
const isUnknown = (error: unknown) => error instanceof Error && error.name === 'NoSuchUpload';

/** Begins an upload. Returns its name. */
export async function beginParts(at: Omit<PartsAt, 'UploadId'>): Promise<string> {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at));
  return UploadId!;
}

/** The parts that have arrived, by number. Undefined if S3 does not know the upload. */
export async function arrivedParts(at: PartsAt): Promise<Map<number, ArrivedPart> | undefined> {
  try {
    const { Parts = [] } = await s3.send(new ListPartsCommand(at));
    return new Map(Parts.map(({ PartNumber, Size, ETag }) => [PartNumber!, { bytes: Size!, ETag: ETag! }]));
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

/** Makes one file of its parts. Does nothing if S3 does not know the upload. */
export async function joinParts(at: PartsAt, parts: ReadonlyMap<number, ArrivedPart>): Promise<void> {
  const Parts = [...parts].map(([PartNumber, { ETag }]) => ({ PartNumber, ETag }));
  await s3.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } })).catch(unlessUnknown);
}

/** Deletes the parts of an upload. */
export async function abortParts(at: PartsAt): Promise<void> {
  await s3.send(new AbortMultipartUploadCommand(at)).catch(unlessUnknown);
}

function unlessUnknown(error: unknown): void {
  if (!isUnknown(error)) throw error;
}

/** A browser asks for new addresses when these have expired. */
const PART_LASTS_MS = 15 * MINUTE;

/** The address where a browser puts one part. It holds the size, so S3 refuses another one. */
export function partAddress(at: PartsAt, { number, bytes }: FilePart): Promise<string> {
  const command = new UploadPartCommand({ ...at, PartNumber: number, ContentLength: bytes });
  return getSignedUrl(s3, command, { expiresIn: PART_LASTS_MS / SECOND });
}
