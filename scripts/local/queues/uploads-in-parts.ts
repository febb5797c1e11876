import { ARRIVING } from '#core/ota/file-key.ts';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import type { Emulator, UploadInParts } from './emulator.ts';

/** Buckets delete the parts of an upload, and a file that was never taken, after so long (infra/constructs/file-store.ts). */
const KEPT_MS = DAY;

/** What the emulator lacks of uploads in parts: ListParts, addresses that expire, and the end of forgotten uploads and of files that were never taken. */
export function addUploadsInParts(emulator: Emulator): void {
  let lookedAt = Number.NEGATIVE_INFINITY;
  emulator.addHook('preHandler', async (request, reply) => {
    const query = request.query as Record<string, string | undefined>;
    if (Date.now() - lookedAt > MINUTE) {
      lookedAt = Date.now();
      forgetOld(emulator, lookedAt);
    }
    if (request.method === 'PUT' && isExpired(query, Date.now()))
      return reply.code(403).type('application/xml').send(errorXml('AccessDenied', 'Request has expired'));
    if (request.method !== 'GET' || query.uploadId === undefined) return;
    const upload = emulator.uploads.get(query.uploadId);
    const { bucket, '*': key } = request.params as { bucket?: string; '*'?: string };
    if (!upload || upload.bucket !== bucket || upload.key !== key)
      return reply.code(404).type('application/xml').send(errorXml('NoSuchUpload', 'The upload does not exist.'));
    return reply.code(200).type('application/xml').send(partsXml(upload));
  });
}

/** Deletes what a bucket of the cloud would have deleted by now. */
export function forgetOld(
  { uploads, abortUpload, files, deleteFile }: Pick<Emulator, 'uploads' | 'abortUpload' | 'files' | 'deleteFile'>,
  now: number,
): void {
  const isOld = (from: Date) => from.getTime() + KEPT_MS < now;
  for (const { uploadId, initiated } of uploads.values()) if (isOld(initiated)) abortUpload(uploadId);
  for (const [bucket, stored] of files)
    for (const [key, { lastModified }] of stored)
      if (key.startsWith(ARRIVING) && isOld(lastModified)) deleteFile(bucket, key);
}

/** True if the time of a presigned address is over. `now` in milliseconds. */
export function isExpired(query: Readonly<Record<string, string | undefined>>, now: number): boolean {
  const { 'X-Amz-Date': date, 'X-Amz-Expires': seconds } = query;
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(date ?? '') ?? [];
  if (!day || !time || seconds === undefined) return false;
  const [signedAt] = [`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`];
  return Date.parse(signedAt) + Number(seconds) * SECOND < now;
}

/** At most 1,000 parts, so it is always the whole list. */
const partsXml = ({ bucket, key, uploadId, parts }: UploadInParts) =>
  `<ListPartsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>${bucket}</Bucket><Key>${key}</Key>${[
    `<UploadId>${uploadId}</UploadId>`,
    ...[...parts.values()]
      .sort((a, b) => a.partNumber - b.partNumber)
      .map(
        ({ partNumber, etag, body }) =>
          `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size></Part>`,
      ),
  ].join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`;

const errorXml = (code: string, message: string) => `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
