import { useState } from 'react';
import type { bulkActions } from '#core/bulk-actions/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { toastWarning } from '#web/components/messages/toaster.tsx';
import type { Input } from '#web/lib/api/api.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';

/** The units of one model that a bulk action is for. */
export interface BulkUnits {
  UnitModel: UnitModel;
  /** The chosen units. Of a query, those that the list shows. */
  units: readonly string[];
  /** All units that match it, instead of chosen ones. */
  query?: BulkQuery;
}

export interface BulkQuery {
  filters: NonNullable<Input<typeof bulkActions.create>['query']>;
  /** The filters in words. */
  words: string;
  /** How many units match now. Undefined for several filters, whose matches nobody counts. */
  count: number | undefined;
}

export interface BulkStart {
  /** The units of the dialog; undefined while it is closed. */
  chosen: BulkUnits | undefined;
  start: (chosen: BulkUnits) => void;
  close: () => void;
}

/** Opens the dialog of bulk actions for the selected units, or warns if there are none. */
export function useBulkStart(): BulkStart {
  const [chosen, setChosen] = useState<BulkUnits>();
  return {
    chosen,
    start: (next) => {
      if (next.units.length > 0) setChosen(next);
      else toastWarning({ title: 'Please select a unit to perform a bulk action', duration: TOAST_DURATION.failure });
    },
    close: () => setChosen(undefined),
  };
}
