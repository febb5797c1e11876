import { BulkActionShare } from '#core/bulk-actions/work.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { bulkActionRowStore, bulkActionStore, type StoredBulkAction } from '#data/bulk-actions/bulk-actions.ts';
import { unitStore } from '#data/units/units.ts';
import { consume } from '#platform/aws/consume.ts';

const WHOLE_TREE = { dealerPath: '/' };

/** Works through a share of a bulk action. A row that has its outcome is passed over, so a share can come twice or be taken up midway. */
export const handler = consume(BulkActionShare, async ({ bchKey, attempt, units }) => {
  const bulkAction = await bulkActionStore.get(WHOLE_TREE, bchKey);
  if (bulkAction.attempt !== attempt) return;
  const { scope } = await bulkActionStore.order(bchKey);
  for (const UnitSerNum of units) await workOn(bulkAction, scope, UnitSerNum);
});

async function workOn(bulkAction: StoredBulkAction, scope: Scope, UnitSerNum: string) {
  const outcome = { bulkAction, scope, UnitSerNum, now: Date.now() };
  const unit = await unitStore.get(WHOLE_TREE, UnitSerNum).catch(unlessMissing);
  if (!unit || !covers(scope, unit.dealerPath)) await bulkActionRowStore.fail(outcome, 'There is no such unit');
  else if (unit.UnitModel !== bulkAction.UnitModel)
    await bulkActionRowStore.fail(outcome, `The unit is a ${unit.UnitModel}, not a ${bulkAction.UnitModel}`);
  else await bulkActionRowStore.switchReporting(outcome, unit);
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
