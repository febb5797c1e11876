/** How many tests passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
}

/** How a step ended, or why it could not be taken on this machine. */
export type Outcome = Counts | { impossible: string };
