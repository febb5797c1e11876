/** The most saved reports of a person, and of a dealer. */
export const MAX_SAVED_REPORTS = 50;
