import { units } from '#core/units/contract.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { findUnits, listUnits } from './list.ts';
import { quickSearch } from './quick-search.ts';

const RECENT_PINGS = 10;

export const handler = serve(units, {
  list: ({ input, scope }) =>
    input.searchText || input.BulkSearch ? findUnits(scope, input) : listUnits(scope, input),

  async get({ input, scope }) {
    const now = Date.now();
    const stored = await unitStore.get(scope, input.id);
    const [[Unit], recentPings, connection] = await Promise.all([
      shownUnits([stored], now),
      unitLogStore.latestPings(input.id, RECENT_PINGS, now),
      unitConnectionStore.get(input.id, now),
    ]);
    const { tcpFail, AllowSMSConnect, RemoteLog } = stored;
    return {
      Unit: Unit!,
      UnitDetailTable: { tcpFail, AllowSMSConnect, RemoteLog },
      recentPings,
      connection: connection ? { connected: true, since: connection.connectedAt } : { connected: false },
    };
  },

  async setReporting({ input: { UnitSerNum, Report }, scope }) {
    await unitChangeStore.setReporting(scope, await unitStore.get(scope, UnitSerNum), Report, Date.now());
    return { UnitSerNum, Report };
  },

  quickSearch: ({ input, scope }) => quickSearch(scope, input.searchText),
});
