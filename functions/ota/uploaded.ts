import { randomUUID } from 'node:crypto';
import { mayAccess } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import { UPLOADERS } from '#core/ota/access.ts';
import { arrivingKey, fileKey, isUploadOf } from '#core/ota/file-key.ts';
import { type AnnouncedFile, type FilePart, type FilePurpose, maxFileBytes, partsOf } from '#core/ota/files.ts';
import type { Scope } from '#core/scope.ts';
import { type FileUpload, fileUploadStore } from '#data/ota/file-uploads.ts';
import { env } from '#platform/aws/env.ts';
import { copyFile, deleteFile, fileFacts } from '#platform/aws/files.ts';
import {
  type ArrivedPart,
  abortParts,
  arrivedParts,
  beginParts,
  joinParts,
  partAddress,
} from '#platform/aws/uploads-in-parts.ts';

const bucketOf = (purpose: FilePurpose) =>
  purpose === 'firmware' ? env('FIRMWARE_BUCKET') : env('VOICE_FILES_BUCKET');

const partsAt = ({ purpose }: AnnouncedFile, { file, uploadId }: FileUpload) => ({
  ...{ Bucket: bucketOf(purpose), Key: arrivingKey(file), UploadId: uploadId },
});

interface UnderWay {
  file: string;
  parts: (FilePart & { url?: string })[];
}

/** Begins the upload of a file, or goes on with the user's upload of the same file. Returns its parts, the missing ones with an address. */
export async function requestUpload(scope: Scope, announced: AnnouncedFile, now: number): Promise<UnderWay> {
  requireUploader(scope, announced);
  const known = await fileUploadStore.find(scope, announced, now);
  const arrived = known && isUploadOf(scope, known.file) ? await partsThere(announced, known) : undefined;
  if (known && arrived) return { file: known.file, parts: await missingOf(announced, known, arrived) };
  const upload = await begin(scope, announced);
  if (await fileUploadStore.begin(scope, announced, upload, known, now))
    return { file: upload.file, parts: await missingOf(announced, upload, new Map()) };
  // The same user began it in another tab.
  await abortParts(partsAt(announced, upload));
  return requestUpload(scope, announced, now);
}

/** The parts that have arrived. Undefined if the upload is over without its file. */
async function partsThere(announced: AnnouncedFile, upload: FileUpload) {
  if (upload.arrivedAt === undefined) return arrivedParts(partsAt(announced, upload));
  return new Map(partsOf(announced.bytes).map(({ number, bytes }) => [number, { bytes, ETag: '' }]));
}

async function begin(scope: Scope, { purpose, name }: AnnouncedFile): Promise<FileUpload> {
  const file = fileKey(scope, randomUUID(), name);
  return { file, uploadId: await beginParts({ Bucket: bucketOf(purpose), Key: arrivingKey(file) }) };
}

const missingOf = (announced: AnnouncedFile, upload: FileUpload, arrived: ReadonlyMap<number, ArrivedPart>) =>
  Promise.all(
    partsOf(announced.bytes).map(async (part) =>
      arrived.get(part.number)?.bytes === part.bytes
        ? part
        : { ...part, url: await partAddress(partsAt(announced, upload), part) },
    ),
  );

/** Makes the file of its parts, and checks it. INVALID if a part is missing, or the file is another one, which is deleted. A second call answers alike. */
export async function completeUpload(scope: Scope, announced: AnnouncedFile, now: number) {
  requireUploader(scope, announced);
  const upload = await ownUpload(scope, announced, now);
  const { file } = upload;
  if (upload.arrivedAt !== undefined) return { file };
  const at = partsAt(announced, upload);
  const arrived = await arrivedParts(at);
  if (arrived && arrived.size > partsOf(announced.bytes).length) {
    await abortParts(at);
    await fileUploadStore.remove(scope, announced, upload);
    throw refused('More parts arrived than the file has. Upload it again');
  }
  // S3 does not know an upload that was joined already: the answer to the earlier call was lost.
  if (arrived) await joinParts(at, wholeOf(announced, arrived));
  const facts = await fileFacts(at.Bucket, at.Key, maxFileBytes(announced.purpose));
  if (!facts) throw refused(NOT_ARRIVED);
  if (facts.bytes !== announced.bytes || facts.sha256 !== announced.sha256) {
    await deleteFile(at.Bucket, at.Key);
    await fileUploadStore.remove(scope, announced, upload);
    throw refused('The file that arrived is not the one that was announced. Upload it again');
  }
  await fileUploadStore.arrived(scope, announced, upload, now);
  return { file };
}

/** The parts of the whole file, in order. INVALID if one is missing or has another size. */
function wholeOf({ bytes }: AnnouncedFile, arrived: ReadonlyMap<number, ArrivedPart>): Map<number, ArrivedPart> {
  const parts = partsOf(bytes);
  const whole = parts.flatMap((part): [number, ArrivedPart][] => {
    const there = arrived.get(part.number);
    return there?.bytes === part.bytes ? [[part.number, there]] : [];
  });
  const missing = parts.length - whole.length;
  if (missing > 0) throw refused(`${missing} of ${parts.length} parts have not arrived. Upload the file again`);
  return new Map(whole);
}

/** Ends an upload: its parts are deleted. */
export async function abortUpload(scope: Scope, announced: AnnouncedFile, now: number) {
  const upload = await ownUpload(scope, announced, now);
  await abortParts(partsAt(announced, upload));
  await fileUploadStore.remove(scope, announced, upload);
  return {};
}

async function ownUpload(scope: Scope, announced: AnnouncedFile, now: number): Promise<FileUpload> {
  const upload = await fileUploadStore.find(scope, announced, now);
  if (!upload || !isUploadOf(scope, upload.file))
    throw new AppError('NOT_FOUND', 'You have no upload of this file. Upload it again');
  return upload;
}

function requireUploader(scope: Scope, { purpose }: AnnouncedFile): void {
  if (!mayAccess(UPLOADERS[purpose], scope)) throw new AppError('FORBIDDEN', 'You do not have access to this');
}

/**
 * Takes a file that the scope's user uploaded: from now on it is kept. Returns its size and digest. Throws INVALID if it has not arrived, or is
 * of somebody else.
 */
export async function takenFile(scope: Scope, purpose: FilePurpose, location: string) {
  if (!isUploadOf(scope, location)) throw refused(NOT_ARRIVED);
  const [bucket, most] = [bucketOf(purpose), maxFileBytes(purpose)];
  const kept = await fileFacts(bucket, location, most);
  if (kept) return { location, ...kept };
  await copyFile(bucket, arrivingKey(location), location);
  const facts = await fileFacts(bucket, location, most);
  if (!facts) throw refused(NOT_ARRIVED);
  return { location, ...facts };
}

const NOT_ARRIVED = 'The file has not arrived. Upload it again';
const refused = (message: string) => new AppError('INVALID', message, [{ path: 'file', message }]);
