import { billingStateOf } from '#core/billing/bill-line.ts';
import { isEqual } from '#core/is-equal.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { UnitEntity } from '../units/units.ts';
import { BillingRateEntity } from './entities.ts';
import { rateChangeStore } from './rate-changes.ts';
import { billingStateStore } from './states.ts';

export const area: AreaData = {
  reactions: [
    reactTo(UnitEntity, {
      name: 'note what bills need of a unit',
      message({ before, after, sequence, changedAt }, now) {
        if (!after) return undefined;
        const is = billingStateOf(after);
        const was = before && billingStateOf(before);
        // A unit that was never in service is on no bill.
        if (isEqual(was, is) || !(was?.active || was?.pending || is.active)) return undefined;
        const { UnitSerNum, UnitModel, IMEI } = after;
        // Another board has another IMEI, and brings its SIMs as they are.
        const hasOtherBoard = before !== undefined && before.IMEI !== IMEI;
        return {
          UnitSerNum,
          UnitModel,
          sequence,
          state: {
            ...is,
            at: changedAt ?? now,
            ...(was?.active && is.active && { inServiceBefore: true as const }),
            ...(hasOtherBoard && is.active && { boardInService: true as const }),
          },
        };
      },
      react: (noted, _, now) => billingStateStore.note(noted, now),
    }),
    reactTo(BillingRateEntity, {
      name: 'note from when on rates changed',
      message({ before, after, changeId }) {
        const rates = [before, after]
          .flatMap((rate) => rate ?? [])
          .map(({ forDealer, Type, UnitModel, from }) => ({ forDealer, Type, UnitModel, from }));
        return { changeId, from: rates.map(({ from }) => from).sort()[0]!, rates };
      },
      react: (noted, _, now) => rateChangeStore.note(noted, now),
    }),
  ],
};
