/** How many tests passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
}

/** How a step ended, or why it did not run. */
export type Outcome = Counts | { notRun: string };
