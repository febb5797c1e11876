import { logFailure, showFailure } from '../messages/show.ts';

interface Shown {
  /** The screen shows data of an earlier read. */
  hasData: boolean;
  /** The caller shows a failure without data itself. */
  byCaller: boolean;
  onError?: ((failure: Error) => void) | undefined;
}

/** Reports a failed read where people see it: once, and only in the log while the screen shows data. */
export function reportFailure(failure: Error, { hasData, byCaller, onError }: Shown): void {
  if (hasData) logFailure(failure);
  else if (onError) onError(failure);
  else if (byCaller) logFailure(failure);
  else showFailure(failure);
}
