import { type AreaData, reactTo } from '../kit/area.ts';
import { UnitEntity } from '../units/units.ts';
import { settlePlace } from './demo-units.ts';

export const area: AreaData = {
  reactions: [
    reactTo(UnitEntity, {
      name: 'move a demo unit with its unit',
      message: ({ before, after }) =>
        before && after && before.dealerPath !== after.dealerPath ? { UnitSerNum: after.UnitSerNum } : undefined,
      react: ({ UnitSerNum }) => settlePlace(UnitSerNum),
    }),
  ],
};
