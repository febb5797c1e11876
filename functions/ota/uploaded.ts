import { randomUUID } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import { type FilePurpose, maxFileBytes, safeName } from '#core/ota/files.ts';
import { env } from '#platform/aws/env.ts';
import { fileFacts, signedForm } from '#platform/aws/files.ts';

const bucketOf = (purpose: FilePurpose) =>
  purpose === 'firmware' ? env('FIRMWARE_BUCKET') : env('VOICE_FILES_BUCKET');

/** A form for the browser's upload, and the key of the file. */
export async function uploadForm(purpose: FilePurpose, name: string) {
  const file = `uploaded/${randomUUID()}/${safeName(name)}`;
  return { ...(await signedForm(bucketOf(purpose), file, maxFileBytes(purpose))), file };
}

/** The uploaded file with its size and digest. Throws INVALID if it has not arrived. */
export async function uploadedFile(purpose: FilePurpose, location: string) {
  const facts = await fileFacts(bucketOf(purpose), location, maxFileBytes(purpose));
  if (!facts) throw new AppError('INVALID', MISSING, [{ path: 'file', message: MISSING }]);
  return { location, ...facts };
}
const MISSING = 'The file has not arrived. Upload it again';
