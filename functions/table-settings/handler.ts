import { tableSettings } from '#core/table-settings/contract.ts';
import { tableSettingsStore } from '#data/table-settings/table-settings.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(tableSettings, {
  get: async ({ input, scope }) => ({ table: await tableSettingsStore.get(scope, input.table) }),

  async update({ input: { tableName, table }, scope }) {
    await tableSettingsStore.put(scope, tableName, table);
    return { table };
  },
});
