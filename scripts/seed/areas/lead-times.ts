import { LeadTimeEntity } from '#data/lead-times/lead-times.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

const PRODUCTS = [
  { Product: 'MXD-LTE', PartNumber: '71-0122', daysOut: [5, 10, 20] },
  { Product: 'MYCONNECT', PartNumber: '71-0210', daysOut: [7, 14, 30] },
  { Product: 'MYCONNECT AIR', PartNumber: '71-0215', daysOut: [10, 21, 45] },
];
const RANGE_STARTS = [1, 51, 501, 5001];

export const seed: Seed = () =>
  PRODUCTS.flatMap(({ Product, PartNumber, daysOut }) =>
    daysOut.map((DaysOut, index) =>
      itemOf(LeadTimeEntity, {
        DealerKey: 1,
        id: `${Product}-${index + 1}`.replaceAll(' ', '-'),
        version: 1,
        ...{ Product, PartNumber, MinQty: RANGE_STARTS[index]!, MaxQty: RANGE_STARTS[index + 1]! - 1, DaysOut },
      }),
    ),
  );
