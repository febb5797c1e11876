import { SIM_STATE } from '#core/sims/sim-state.ts';
import type { BulkTools } from '#data/kit/area.ts';
import { ChangeRefused, changeState } from './change-state.ts';
import { liveSim, slotState } from './slot.ts';

export const bulkTools: Omit<BulkTools, 'askedBy'> = {
  simState: async (unit, slot) => (await slotState(unit, slot)).live,
  activateSim: (rights, { UnitSerNum, ...unit }, slot, bchKey) =>
    changeState(
      rights,
      {
        ...{ UnitSerNum, slot, iccid: unit[`ICCID${slot}`]! },
        ...{ state: SIM_STATE.activated, acknowledged: ['activationFee'] },
      },
      { why: 'order', bchKey },
    ),
  simNow: liveSim,
  async changeSim(rights, { UnitSerNum, ...unit }, slot, { state, acknowledged, readAt }) {
    const asked = { UnitSerNum, slot, iccid: unit[`ICCID${slot}`]!, state, acknowledged };
    try {
      return await changeState(rights, asked, { why: 'bulkAction', bchKey: readAt.bchKey, readAt });
    } catch (error) {
      if (error instanceof ChangeRefused) return { outcome: 'refused', reason: error.message };
      throw error;
    }
  },
};
