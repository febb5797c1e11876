/** The time that messages stay on screen, in milliseconds. */
export const TOAST_DURATION = {
  success: 3_000,
  failure: 6_000,
  /** For a longer message, or one from a unit. */
  long: 15_000,
  uploadFailure: 20_000,
  withLink: 30_000,
  withUndo: 10_000,
} as const;
