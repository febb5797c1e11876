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

/** Starts a bulk action on the next units of the order's MXD-LTE items, unless the same one runs. */
export async function makeVerizon(
  scope: Scope,
  { orderKeySudo, deactivateOldSim, cursor }: z.output<typeof bulkActions.massActivation.input>,
) {
  if (!mayDoAction('makeVerizon', scope)) throw new AppError('FORBIDDEN', NOT_YOUR_ACTION);
  const order = await orderStore.get(scope, orderKeySudo);
  const isVoice = ({ orderItem, isHistory }: { orderItem: number; isHistory?: boolean | undefined }) =>
    !isHistory && order.items[orderItem - 1]?.product === DEFAULT_UNIT_MODEL;
  let units: string[] = [];
  let next: string | null = cursor ?? null;
  do {
    const page = await orderUnitStore.list(scope, orderKeySudo, { cursor: next ?? undefined, pageSize: MAX_UNITS });
    units = page.items.filter(isVoice).map(({ UnitSerNum }) => UnitSerNum);
    next = page.cursor;
  } while (units.length === 0 && next !== null);
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
  return { bulkAction: shownBulkAction(bulkAction, now), cursor: next };
}
