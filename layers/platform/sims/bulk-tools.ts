import { AccountBusy, NotWanted, WantUnknown } from '#adapters/carriers/wanted.ts';
import type { BulkTools } from '#data/kit/area.ts';
import { BeingAsked } from '#data/sims/ask-for-row.ts';
import type { RowsRights } from '../bulk-actions/share.ts';
import { changePlan, PlanRefused } from './change-plan.ts';
import { ChangeRefused, changeState } from './change-state.ts';
import { liveSim } from './slot.ts';

/**
 * What bulk actions can do with SIMs. A row of which it cannot be read whether it is still wanted, or whose carrier has no turn for it, comes back later,
 * as if its carrier were being asked.
 */
export const bulkTools = ({ rightsInTurn }: RowsRights): Omit<BulkTools, 'askedBy'> => ({
  simNow: (unit, slot) =>
    liveSim(unit, slot).catch((error: unknown) => {
      throw error instanceof AccountBusy ? new BeingAsked() : error;
    }),
  async changeSim(rights, { UnitSerNum, ...unit }, slot, { state, acknowledged, ...how }) {
    const asked = { UnitSerNum, slot, iccid: unit[`ICCID${slot}`]!, state, acknowledged };
    return changeState(rights, asked, { ...how, rightsInTurn }).catch(toldBy(ChangeRefused));
  },
  async changePlan(rights, { UnitSerNum, ...unit }, slot, { plan, ...how }) {
    const asked = { UnitSerNum, slot, iccid: unit[`ICCID${slot}`]!, plan };
    return changePlan(rights, asked, { why: 'bulkAction', ...how, rightsInTurn }).catch(toldBy(PlanRefused));
  },
});

/** What the row gets to know of a change that was not made. */
const toldBy = (Refused: typeof ChangeRefused | typeof PlanRefused) => (error: unknown) => {
  if (error instanceof NotWanted) return { outcome: 'withdrawn' as const };
  if (error instanceof WantUnknown || error instanceof AccountBusy) throw new BeingAsked();
  if (error instanceof Refused) return { outcome: 'refused' as const, reason: error.message };
  throw error;
};
