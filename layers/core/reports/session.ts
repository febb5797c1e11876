interface SessionTimes {
  dateSessionStarted?: string | null | undefined;
  dateSessionEnded?: string | null | undefined;
}

export const IN_SESSION = 'IN SESSION';

/**
 * When the latest session of a SIM ended: a time, `IN SESSION`, or undefined if it had no session.
 * An end before the start belongs to an earlier session [P3-S38].
 */
export function sessionEnd({ dateSessionStarted, dateSessionEnded }: SessionTimes): string | undefined {
  if (!dateSessionStarted) return dateSessionEnded ?? undefined;
  if (!dateSessionEnded || Date.parse(dateSessionEnded) < Date.parse(dateSessionStarted)) return IN_SESSION;
  return dateSessionEnded;
}
