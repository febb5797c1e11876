import { AppError } from '#core/errors.ts';
import type { Sending } from './use-upload.ts';

/** A presigned POST: its address and the fields before the file. */
export interface UploadTarget {
  url: string;
  fields: Readonly<Record<string, string>>;
}

/** An upload that S3 refused or that did not arrive. `message` is shown to people. */
export class UploadError extends AppError {
  readonly status: number;

  constructor(status: number, message: string) {
    super('UNAVAILABLE', message);
    this.name = 'UploadError';
    this.status = status;
  }
}

/** Sends a file by presigned POST. Rejects with an {@link UploadError}, or an AbortError when cancelled. */
export function postFile(target: UploadTarget, file: File, sending: Partial<Sending> = {}): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  // S3 ignores what comes after the file.
  form.append('file', file);
  return sendBody({ method: 'POST', url: target.url }, form, file.size, sending);
}

/** Sends a file by presigned POST to the target that the server names. */
export const sendByForm =
  <Target extends UploadTarget>(requestTarget: (file: File, signal: AbortSignal) => Promise<Target>) =>
  async (file: File, sending: Sending): Promise<Target> => {
    const target = await requestTarget(file, sending.signal);
    await postFile(target, file, sending);
    return target;
  };

/** Sends a body to S3. Rejects with an {@link UploadError}, or an AbortError when cancelled. */
export function sendBody(
  { method, url }: { method: 'POST' | 'PUT'; url: string },
  body: FormData | Blob,
  bytes: number,
  { signal, onProgress }: Partial<Sending>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => new DOMException('The upload was cancelled', 'AbortError');
    if (signal?.aborted) return reject(aborted());
    // fetch does not report upload progress.
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.upload.onprogress = (event) => onProgress?.(Math.min(event.loaded, bytes));
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new UploadError(request.status, refusal(request.status, request.responseText)));
    request.onerror = () => reject(new UploadError(0, 'The connection was lost while uploading. Try again'));
    request.onabort = () => reject(aborted());
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.open(method, url);
    request.send(body);
  });
}

const S3_REASONS: Readonly<Record<string, string>> = {
  EntityTooLarge: 'The file is too large',
  EntityTooSmall: 'The file is empty',
};

/** The message for a refusal by S3, which answers XML with a code. */
export function refusal(status: number, body: string): string {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  if (code && S3_REASONS[code]) return S3_REASONS[code];
  if (/expired/i.test(body)) return 'The upload took too long to start. Try again';
  if (status === 403 || code === 'AccessDenied') return 'The file was refused';
  return `The upload failed (${status})`;
}
