import { SIM_STATE } from '#core/sims/sim-state.ts';
import type { BulkTools } from '#data/kit/area.ts';
import { changeState } from './change-state.ts';
import { slotState } from './slot.ts';

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
};
