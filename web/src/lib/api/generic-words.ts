/**
 * The texts of the specification for failures that nobody has words of their own for. It does not say which is said when; here
 * each has its occasion. What the server says comes before all of them.
 */
export const WORDS = {
  /** A change failed, and not even a status says how. */
  nothingSaid: 'Please try again',
  /** A call failed, and something before the server answered with a status alone. */
  statusOnly: (statusText: string) => `${statusText}, please try again`,
  /** An answer did not come in time. */
  tooLate: 'An error occurred, please try again',
  /** What was read is not what the contract says: page and server are of different releases. */
  notReadable: 'Could not get information. Please refresh the page.',
  /** What a change answered is not what the contract says. */
  notAnswered: 'Error, please try again',
  /** Something could not be read, and not even a status says why. */
  notRead: 'Could not get the data. Please refresh the page',
  /** Our own code failed at something that a person did. */
  ownFailure: 'Something went wrong. Please try again',
  /** A page failed while it was shown. */
  pageFailure: 'Something went wrong! Please try again',
  /** A page could not be loaded. */
  pageNotLoaded: 'Something went wrong, please try again',
  /** The same, once more. */
  pageNotLoadedAgain: 'Please refresh the page',
  noPreferences: 'Problem getting preferences. Please refresh the page and try again',
  preferencesKept: 'Preferences Updated!',
  done: 'Success!',
} as const;

/** What statuses are called (RFC 9110, section 15), where a connection carries no status text: HTTP/2 does not. */
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

/** What is said of a failed answer that carries no message. */
export function wordsForStatus(method: string, status: number, statusText: string): string {
  const text = statusText || STATUS_TEXTS[status];
  if (text) return WORDS.statusOnly(text);
  return method === 'GET' ? WORDS.notRead : WORDS.nothingSaid;
}
