import { isAcknowledged } from '#core/bulk-actions/acknowledgements.ts';
import { type BulkAction, mayDoAction, NOT_YOUR_ACTION } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import type { BulkActionCommand } from '#core/bulk-actions/command.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { exclusionOf } from '#core/bulk-actions/exclusion.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { bulkActionCommands } from '#data/bulk-actions/commands.ts';
import { latestRows } from '#data/bulk-actions/latest-rows.ts';
import { bulkActionLists } from '#data/bulk-actions/lists.ts';
import { shownBulkAction } from '#data/bulk-actions/shown.ts';
import { startBulkActionOnce } from '#data/bulk-actions/start-once.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { heldUnits } from './held-units.ts';
import { makeVerizon } from './make-verizon.ts';
import { namedValue } from './named-value.ts';
import { firstOf, queryOf } from './query.ts';

export const handler = serve(bulkActions, {
  async create({ input, scope }) {
    requireAction(input.action, scope);
    const { action, type, UnitModel, pace, query } = input;
    if (!isAcknowledged(input)) throw new AppError('INVALID', 'Acknowledge the consequences first');
    const { value } = await namedValue(scope, input);
    const asked = { action, type, UnitModel, pace, ...(value && { value }) };
    const now = Date.now();
    const about = query ? await queryOf(scope, { UnitModel, query }, now) : { units: [...new Set(input.units)] };
    return shownBulkAction(await startBulkActionOnce(scope, { ...asked, ...about }, now), now);
  },

  async dryRun({ input, scope }) {
    requireAction(input.action, scope);
    const { value, refusalOf } = await namedValue(scope, input);
    const { type, UnitModel, query } = input;
    const read = query
      ? await firstOf(scope, { UnitModel, query }, Date.now())
      : await unitStore.getMany(scope, [...new Set(input.units)]);
    const found = new Map(read.map((unit) => [unit.UnitSerNum, unit]));
    const units = query ? [...found.keys()] : [...new Set(input.units)];
    const held = await heldUnits({ type, value }, read, Date.now());
    const exclusions = units.flatMap((UnitSerNum) => {
      const reason = exclusionOf(found.get(UnitSerNum), { type, UnitModel, value }, refusalOf) ?? held.get(UnitSerNum);
      return reason === undefined ? [] : [{ UnitSerNum, reason }];
    });
    return { exclusions, checked: units.length };
  },

  async list({ input, scope }) {
    const { DealerKey } = await dealerStore.get(scope, input.dealerKey ?? scope.dealerKey);
    const now = Date.now();
    const { items, cursor } = await bulkActionLists.all(DealerKey, input);
    return { items: items.map((item) => shownBulkAction(item, now)), cursor };
  },

  async detail({ input, scope }) {
    const bulkAction = await bulkActionStore.get(scope, input.bchKey);
    const isOfQuery = bulkAction.pagesRead !== undefined;
    const rows = isOfQuery ? [] : await bulkActionRowStore.list(bulkAction);
    return { bulkAction: shownBulkAction(bulkAction, Date.now()), rows };
  },

  async rows({ input: { bchKey, view, ...request }, scope }) {
    const bulkAction = await bulkActionStore.get(scope, bchKey);
    if (view === 'latest') return latestRows(bulkAction, request);
    return bulkActionRowStore.page(bulkAction, { view, ...request });
  },

  async unitStatus({ input, scope }) {
    const { bchKey, pagesRead } = await bulkActionStore.get(scope, input.bchKey);
    if (pagesRead !== undefined)
      throw new AppError('TOO_LARGE', 'Its units are those of a query. Read them with its rows');
    const { units } = await bulkActionStore.order(bchKey);
    const found = await unitStore.getMany(scope, units);
    return {
      units: found.map(({ UnitSerNum, UnitModel, UnitStatus, Report }) => ({
        UnitSerNum,
        UnitModel,
        UnitStatus,
        Report,
      })),
    };
  },

  pause: ({ input, scope }) => commanded('pause', scope, input.bchKey),
  resume: ({ input, scope }) => commanded('resume', scope, input.bchKey),
  cancel: ({ input, scope }) => commanded('cancel', scope, input.bchKey),
  retry: ({ input, scope }) => commanded('retry', scope, input.bchKey),

  async changePace({ input, scope }) {
    const bulkAction = await ownBulkAction(scope, input.bchKey);
    const now = Date.now();
    const changed = await bulkActionCommands.changePace(scope, bulkAction, input.pace ?? undefined, now);
    return shownBulkAction(changed, now);
  },

  massActivation: ({ input, scope }) => makeVerizon(scope, input),
});

function requireAction(action: BulkActionRecord['action'], scope: Scope): void {
  if (!mayDoAction(action, scope))
    throw new AppError('INVALID', NOT_YOUR_ACTION, [{ path: 'action', message: NOT_YOUR_ACTION }]);
}

/** Does the command if the user may do the same; NOT_FOUND outside the scope. */
async function commanded(command: BulkActionCommand, scope: Scope, bchKey: string): Promise<BulkAction> {
  const bulkAction = await ownBulkAction(scope, bchKey);
  const now = Date.now();
  return shownBulkAction(await bulkActionCommands[command](scope, bulkAction, now), now);
}

/** The bulk action, if the user may do the same; NOT_FOUND outside the scope. */
async function ownBulkAction(scope: Scope, bchKey: string): Promise<BulkActionRecord> {
  const bulkAction = await bulkActionStore.get(scope, bchKey);
  if (!mayDoAction(bulkAction.action, scope)) throw new AppError('FORBIDDEN', NOT_YOUR_ACTION);
  return bulkAction;
}
