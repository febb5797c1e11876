import { AppError } from '#core/errors.ts';

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(file: File): Promise<string> {
  // Browsers offer digests only to pages that came over TLS or from this machine.
  if (!globalThis.crypto.subtle) throw new AppError('UNAVAILABLE', 'Open the portal over https to upload files');
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
