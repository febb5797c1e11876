import { repair } from '#core/repair/contract.ts';
import { devSimStore } from '#data/repair/dev-sims.ts';
import { shownRepairUnit } from '#data/repair/shown.ts';
import { swapBoards } from '#data/repair/swap-boards.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(repair, {
  unit: async ({ input, scope }) => shownRepairUnit(await unitStore.get(scope, input.serial), Date.now()),

  async swapBoard({ input, scope }) {
    const now = Date.now();
    return shownRepairUnit(await swapBoards(scope, input, now), now);
  },

  async devSims({ input: { ICCID, ...request }, scope }) {
    if (ICCID === undefined) return devSimStore.list(scope, request);
    return { items: (await devSimStore.all(scope)).filter((one) => one.ICCID === ICCID), cursor: null };
  },

  addDevSim: ({ input, scope }) => devSimStore.add(scope, input, Date.now()),

  async removeDevSim({ input, scope }) {
    await devSimStore.remove(scope, await devSimStore.get(scope, input.key), Date.now());
    return {};
  },
});
