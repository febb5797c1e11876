import { WORDS } from '#web/lib/api/generic-words.ts';
import { RequestError } from '#web/lib/api/request-error.ts';

/** What is said of a page that cannot be shown; `tries` counts how often it was tried again. */
export function wordsFor(error: unknown, tries: number): string {
  if (error instanceof RequestError) return error.message;
  if (!isNotLoaded(error)) return WORDS.pageFailure;
  return tries === 0 ? WORDS.pageNotLoaded : WORDS.pageNotLoadedAgain;
}

/** Whether the code of a page could not be loaded. Each browser has its own words for it, and no name. */
const isNotLoaded = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Failed to fetch/i.test(error.message);
