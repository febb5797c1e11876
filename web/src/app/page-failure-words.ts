import { WORDS } from '#web/lib/api/generic-words.ts';
import { RequestError } from '#web/lib/api/request-error.ts';

/** The message for a page that cannot be shown; `tries` counts the retries. */
export function wordsFor(error: unknown, tries: number): string {
  if (error instanceof RequestError) return error.message;
  if (!isNotLoaded(error)) return WORDS.pageFailure;
  return tries === 0 ? WORDS.pageNotLoaded : WORDS.pageNotLoadedAgain;
}

/** True if the code of a page could not be loaded. Browsers differ in the message and give no error name. */
const isNotLoaded = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Failed to fetch/i.test(error.message);
