/** How a step ended: how many tests passed and failed, or why it could not be taken on this machine. */
export type Outcome = { passed: number; failed: number } | { impossible: string };
