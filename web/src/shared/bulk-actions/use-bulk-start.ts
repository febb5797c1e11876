import { useState } from 'react';
import { toastWarning } from '#web/components/messages/toaster.tsx';
import { TOAST_DURATION } from '#web/lib/durations.ts';

export interface BulkStart {
  /** The units of the dialog; undefined while it is closed. */
  units: readonly string[] | undefined;
  start: (units: readonly string[]) => void;
  close: () => void;
}

/** Opens the dialog of bulk actions for the selected units, or warns if there are none. */
export function useBulkStart(): BulkStart {
  const [units, setUnits] = useState<readonly string[]>();
  return {
    units,
    start: (selected) => {
      if (selected.length > 0) setUnits(selected);
      else toastWarning({ title: 'Please select a unit to perform a bulk action', duration: TOAST_DURATION.failure });
    },
    close: () => setUnits(undefined),
  };
}
