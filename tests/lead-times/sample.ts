import { LeadTimeEntity } from '#data/lead-times/lead-times.ts';
import type { Sample } from '#support/samples.ts';

const DealerKey = 1;

export const sample: Sample = {
  add: () =>
    LeadTimeEntity.put([
      {
        DealerKey,
        id: 'leadTime-1-of-220',
        version: 1,
        Product: 'First product',
        PartNumber: 'First part number',
        MinQty: 1,
        MaxQty: 1,
        DaysOut: 1,
      },
      {
        DealerKey,
        id: 'leadTime-2-of-220',
        version: 1,
        Product: 'Second product',
        PartNumber: 'Second part number',
        MinQty: 1,
        MaxQty: 1,
        DaysOut: 1,
      },
    ]).go(),
};
