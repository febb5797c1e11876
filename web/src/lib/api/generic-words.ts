/**
 * The specification's texts for failures without a message of their own. It does not say when each is used; this list does.
 * The server's own message wins over all of them.
 */
export const WORDS = {
  /** A change failed without a status. */
  nothingSaid: 'Please try again',
  /** A call failed with a status only, from something in front of the server. */
  statusOnly: (statusText: string) => `${statusText}, please try again`,
  /** An answer did not come in time. */
  tooLate: 'An error occurred, please try again',
  /** The answer to a read breaks the contract: page and server are of different releases. */
  notReadable: 'Could not get information. Please refresh the page.',
  /** The answer to a change breaks the contract. */
  notAnswered: 'Error, please try again',
  /** A read failed without a status. */
  notRead: 'Could not get the data. Please refresh the page',
  /** Our own code failed after a user's action. */
  ownFailure: 'Something went wrong. Please try again',
  /** A page failed while it rendered. */
  pageFailure: 'Something went wrong! Please try again',
  /** A page could not be loaded. */
  pageNotLoaded: 'Something went wrong, please try again',
  /** The same, once more. */
  pageNotLoadedAgain: 'Please refresh the page',
  noPreferences: 'Problem getting preferences. Please refresh the page and try again',
  preferencesKept: 'Preferences Updated!',
  done: 'Success!',
} as const;

/** The names of statuses (RFC 9110, section 15), because HTTP/2 sends none. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The message for a failed answer without one. */
export function wordsForStatus(method: string, status: number, statusText: string): string {
  const text = statusText || STATUS_TEXTS[status];
  if (text) return WORDS.statusOnly(text);
  return method === 'GET' ? WORDS.notRead : WORDS.nothingSaid;
}
