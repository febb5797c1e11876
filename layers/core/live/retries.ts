/** Retries of the connection of the invalid log and of the station status [P3-S13 P3-S16 P3-K35]. */
export const MOST_RETRIES = 10;
/** P3-S15, P3-S18, P3-M29. */
export const RETRIES_MAXED_OUT = 'Connection retries maxed out. Please refresh the page';
