import type { BulkTools } from '#data/kit/area.ts';
import { changePlan, PlanRefused } from './change-plan.ts';
import { ChangeRefused, changeState } from './change-state.ts';
import { liveSim } from './slot.ts';

export const bulkTools: Omit<BulkTools, 'askedBy'> = {
  simNow: liveSim,
  async changeSim(rights, { UnitSerNum, ...unit }, slot, { state, acknowledged, readAt, why }) {
    const asked = { UnitSerNum, slot, iccid: unit[`ICCID${slot}`]!, state, acknowledged };
    try {
      return await changeState(rights, asked, { why, readAt });
    } catch (error) {
      if (error instanceof ChangeRefused) return { outcome: 'refused', reason: error.message };
      throw error;
    }
  },
  async changePlan(rights, { UnitSerNum, ...unit }, slot, { plan, part }) {
    try {
      const asked = { UnitSerNum, slot, iccid: unit[`ICCID${slot}`]!, plan };
      return await changePlan(rights, asked, { why: 'bulkAction', part });
    } catch (error) {
      if (error instanceof PlanRefused) return { outcome: 'refused', reason: error.message };
      throw error;
    }
  },
};
