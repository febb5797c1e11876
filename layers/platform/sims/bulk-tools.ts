import { NotWanted } from '#adapters/carriers/wanted.ts';
import type { BulkTools } from '#data/kit/area.ts';
import type { RowsRights } from '../bulk-actions/share.ts';
import { changePlan, PlanRefused } from './change-plan.ts';
import { ChangeRefused, changeState } from './change-state.ts';
import { liveSim } from './slot.ts';

/** What bulk actions can do with SIMs. */
export const bulkTools = ({ rightsInTurn }: RowsRights): Omit<BulkTools, 'askedBy'> => ({
  simNow: liveSim,
  async changeSim(rights, { UnitSerNum, ...unit }, slot, { state, acknowledged, ...how }) {
    const asked = { UnitSerNum, slot, iccid: unit[`ICCID${slot}`]!, state, acknowledged };
    try {
      return await changeState(rights, asked, { ...how, rightsInTurn });
    } catch (error) {
      if (error instanceof NotWanted) return { outcome: 'withdrawn' };
      if (error instanceof ChangeRefused) return { outcome: 'refused', reason: error.message };
      throw error;
    }
  },
  async changePlan(rights, { UnitSerNum, ...unit }, slot, { plan, ...how }) {
    try {
      const asked = { UnitSerNum, slot, iccid: unit[`ICCID${slot}`]!, plan };
      return await changePlan(rights, asked, { why: 'bulkAction', ...how, rightsInTurn });
    } catch (error) {
      if (error instanceof NotWanted) return { outcome: 'withdrawn' };
      if (error instanceof PlanRefused) return { outcome: 'refused', reason: error.message };
      throw error;
    }
  },
});
