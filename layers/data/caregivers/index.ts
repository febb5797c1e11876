import { UnitCustomerEntity } from '../customers/unit-customer.ts';
import { type AreaData, reactTo, reactToDeletion } from '../kit/area.ts';
import { UnitEntity } from '../units/units.ts';
import { detachFormer } from './former-customers.ts';

export const area: AreaData = {
  reactions: [
    reactTo(UnitEntity, {
      name: 'detach the caregivers of a moved unit',
      message: ({ before, after }) =>
        before && before.DealerKey !== after?.DealerKey ? { UnitSerNum: before.UnitSerNum } : undefined,
      react: ({ UnitSerNum }, _tools, now) => detachFormer(UnitSerNum, now),
    }),
    reactToDeletion(UnitCustomerEntity, {
      name: 'remove the caregivers of a former customer',
      message: ({ UnitSerNum }) => ({ UnitSerNum }),
      react: ({ UnitSerNum }, _tools, now) => detachFormer(UnitSerNum, now),
    }),
  ],
};
