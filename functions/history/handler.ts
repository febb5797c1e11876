import { history } from '#core/history/contract.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';

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
