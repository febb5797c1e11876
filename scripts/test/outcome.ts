/** How many tests passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
  /** The full name and the first line of the error of each test that failed, and the path of each file that could not be loaded. */
  failures?: readonly string[];
  /** The full names of the tests that passed at their second try. Each is a bug to mend. */
  unsteady?: readonly string[];
  /** What a failed step had to say, if it has not printed it. */
  output?: string;
}

/** How a step ended, or why it did not run. */
export type Outcome = Counts | { notRun: string };
