import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { BulkActionShare } from '#core/bulk-actions/work.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope, WHOLE_TREE } from '#core/scope.ts';
import { AREAS } from '#data/areas.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import type { AreaData } from '#data/kit/area.ts';
import { unitStore } from '#data/units/units.ts';
import { consume } from '#platform/aws/consume.ts';

const WORK: NonNullable<AreaData['bulkActions']> = Object.assign(
  {},
  ...Object.values(AREAS).map(({ bulkActions }) => bulkActions),
);

/** Works on a share of a bulk action. Rows with an outcome are skipped, so a share can be delivered twice or continue after a failure. */
export const handler = consume(BulkActionShare, async ({ bchKey, attempt, units }) => {
  const bulkAction = await bulkActionStore.get(WHOLE_TREE, bchKey);
  if (bulkAction.attempt !== attempt) return;
  const { scope } = await bulkActionStore.order(bchKey);
  for (const UnitSerNum of units) await workOn(bulkAction, scope, UnitSerNum);
});

async function workOn(bulkAction: BulkActionRecord, scope: Scope, UnitSerNum: string) {
  const outcome = { bulkAction, scope, UnitSerNum, now: Date.now() };
  const unit = await unitStore.get(WHOLE_TREE, UnitSerNum).catch(unlessMissing);
  if (!unit || !covers(scope, unit.dealerPath)) await bulkActionRowStore.fail(outcome, 'There is no such unit');
  else if (unit.UnitModel !== bulkAction.UnitModel)
    await bulkActionRowStore.fail(outcome, `The unit is a ${unit.UnitModel}, not a ${bulkAction.UnitModel}`);
  else await WORK[bulkAction.action]!(outcome, unit);
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
