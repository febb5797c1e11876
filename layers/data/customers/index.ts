import { lookupsOf } from '#core/customers/search.ts';
import { isEqual } from '#core/is-equal.ts';
import { type AreaData, reactTo, reactToDeletion } from '../kit/area.ts';
import { CustomerEntity } from './entities.ts';
import { settleLookups } from './lookups.ts';

export const area: AreaData = {
  reactions: [
    reactTo(CustomerEntity, {
      name: 'make a customer findable',
      // Without its phrases: messages have no personal data.
      message: ({ before, after }) =>
        after && !isEqual(before && lookupsOf(before), lookupsOf(after))
          ? { CustomerKey: after.CustomerKey }
          : undefined,
      react: ({ CustomerKey }) => settleLookups(CustomerKey),
    }),
    reactToDeletion(CustomerEntity, {
      name: 'forget an erased customer',
      message: ({ CustomerKey }) => ({ CustomerKey }),
      react: ({ CustomerKey }) => settleLookups(CustomerKey),
    }),
  ],
};
