import type { z } from 'zod';
import { MAX_UNITS, mayDoAction, NOT_YOUR_ACTION } from '#core/bulk-actions/bulk-action.ts';
import type { bulkActions } from '#core/bulk-actions/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import { shownBulkAction } from '#data/bulk-actions/shown.ts';
import { startBulkActionOnce } from '#data/bulk-actions/start-once.ts';
import { orderUnitStore } from '#data/orders/order-units.ts';
import { orderStore } from '#data/orders/orders.ts';

const NO_UNITS = 'No unit is allotted to an MXD-LTE item of this order yet';

/** Starts a bulk action on the next units of the order's MXD-LTE items, unless the same one runs. The cursor leads to more of them, or is null. */
export async function makeVerizon(
  scope: Scope,
  { orderKeySudo, deactivateOldSim, cursor }: z.output<typeof bulkActions.massActivation.input>,
) {
  if (!mayDoAction('makeVerizon', scope)) throw new AppError('FORBIDDEN', NOT_YOUR_ACTION);
  const order = await orderStore.get(scope, orderKeySudo);
  const { items } = order;
  const isVoice = ({ orderItem, isHistory }: { orderItem: number; isHistory?: boolean | undefined }) =>
    !isHistory && items[orderItem - 1]?.product === DEFAULT_UNIT_MODEL;
  const nextUnits = async (from: string | undefined) => {
    for (let after = from; ; ) {
      const page = await orderUnitStore.list(scope, orderKeySudo, { cursor: after, pageSize: MAX_UNITS });
      const units = page.items.filter(isVoice).map(({ UnitSerNum }) => UnitSerNum);
      if (units.length > 0 || page.cursor === null) return { units, next: page.cursor };
      after = page.cursor;
    }
  };
  const { units, next } = await nextUnits(cursor);
  if (units.length === 0) throw new AppError('CONFLICT', NO_UNITS);
  const now = Date.now();
  const asked = {
    action: 'makeVerizon' as const,
    type: deactivateOldSim ? ('deactivateOldSims' as const) : ('keepOldSims' as const),
    UnitModel: DEFAULT_UNIT_MODEL,
  };
  const bulkAction = await startBulkActionOnce(scope, { ...asked, units }, now, {
    apart: `order ${orderKeySudo}, ${asked.type} from ${units[0]}`,
  });
  const isLast = next === null || (await nextUnits(next)).units.length === 0;
  return { bulkAction: shownBulkAction(bulkAction, now), cursor: isLast ? null : next };
}
