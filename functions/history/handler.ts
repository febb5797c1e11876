import { history } from '#core/history/contract.ts';
import { unitLogStore } from '#data/unit-log.ts';
import { unitStore } from '#data/units.ts';
import { serve } from '#platform/serve.ts';

export const handler = serve(history, {
  async pingLog({ input: { id, ...range }, scope }) {
    await unitStore.get(scope, id);
    return unitLogStore.pings({ UnitSerNum: id, ...range }, Date.now());
  },

  async eventLog({ input: { id, ...range }, scope }) {
    await unitStore.get(scope, id);
    return unitLogStore.events({ UnitSerNum: id, ...range }, Date.now());
  },
});
