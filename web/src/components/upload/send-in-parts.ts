import { AppError } from '#core/errors.ts';
import { sendBody, UploadError } from './post-file.ts';
import type { Sending } from './use-upload.ts';

/** A part of a file. Without an address, it has arrived already. */
export interface PartToSend {
  from: number;
  bytes: number;
  url?: string | undefined;
}

/** A plan that gets no further is asked for so often. */
const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 500;

/**
 * Sends the missing parts of a file, one after the other. After a lost connection or an expired address it asks for the plan again, and
 * goes on with what is missing then. After several tries without progress, rejects with the last failure.
 */
export async function sendInParts<Plan extends { parts: readonly PartToSend[] }>(
  file: File,
  requestPlan: () => Promise<Plan>,
  sending: Sending,
): Promise<Plan> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries++) {
    try {
      const plan = await requestPlan();
      const missing = plan.parts.filter(({ url }) => url !== undefined);
      if (missing.length < least) [least, tries] = [missing.length, 1];
      await sendAll(file, plan.parts, sending);
      return plan;
    } catch (error) {
      if (!isOfConnection(error) || tries >= MOST_TRIES) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** tries, sending.signal);
    }
  }
}

/** A part or the call for the plan that did not arrive: the connection may come back. */
const isOfConnection = (error: unknown) =>
  error instanceof UploadError || (error instanceof AppError && error.code === 'UNAVAILABLE');

async function sendAll(file: File, parts: readonly PartToSend[], { signal, onProgress }: Sending): Promise<void> {
  let arrived = parts.reduce((sum, { url, bytes }) => (url === undefined ? sum + bytes : sum), 0);
  onProgress(arrived);
  for (const { url, from, bytes } of parts) {
    if (url === undefined) continue;
    const onPart = (sent: number) => onProgress(arrived + sent);
    await sendBody({ method: 'PUT', url }, file.slice(from, from + bytes), bytes, { signal, onProgress: onPart });
    arrived += bytes;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(new DOMException('The upload was cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', cancel, { once: true });
  });
}
