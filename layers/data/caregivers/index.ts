import { type AreaData, reactTo } from '../kit/area.ts';
import { UnitEntity } from '../units/units.ts';
import { detachFormerDealers } from './moved-units.ts';

export const area: AreaData = {
  reactions: [
    reactTo(UnitEntity, {
      name: 'detach the caregivers of a moved unit',
      message: ({ before, after }) =>
        before && before.DealerKey !== after?.DealerKey ? { UnitSerNum: before.UnitSerNum } : undefined,
      react: ({ UnitSerNum }, _tools, now) => detachFormerDealers(UnitSerNum, now),
    }),
  ],
};
