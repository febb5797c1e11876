import { bulkActions } from '#core/bulk-actions/contract.ts';
import { bulkActionStore, shownBulkAction } from '#data/bulk-actions.ts';
import { dealerStore } from '#data/dealers.ts';
import { serve } from '#platform/serve.ts';

export const handler = serve(bulkActions, {
  async create({ input, scope }) {
    const units = [...new Set(input.units)];
    return shownBulkAction(await bulkActionStore.create(scope, { ...input, units }, Date.now()));
  },

  async list({ input, scope }) {
    const { DealerKey } = await dealerStore.get(scope, input.dealerKey ?? scope.dealerKey);
    const { items, cursor } = await bulkActionStore.list(DealerKey, input);
    return { items: items.map(shownBulkAction), cursor };
  },

  async detail({ input, scope }) {
    const bulkAction = await bulkActionStore.get(scope, input.bchKey);
    return { bulkAction: shownBulkAction(bulkAction), rows: await bulkActionStore.rows(bulkAction) };
  },

  async retry({ input, scope }) {
    return shownBulkAction(await bulkActionStore.retry(scope, await bulkActionStore.get(scope, input.bchKey)));
  },
});
