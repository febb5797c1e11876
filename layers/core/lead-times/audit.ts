import { type AuditedArea, number, text } from '../audit/wording.ts';

const fields = {
  Product: text('Product'),
  PartNumber: text('Part number'),
  MinQty: number('Smallest quantity'),
  MaxQty: number('Largest quantity'),
  DaysOut: number('Days'),
};

export const AUDITED = {
  kinds: { leadTime: 'Lead time' },
  actions: {
    'add lead time': { sentence: '{actor} added a lead time for {Product}', fields },
    'edit lead time': { sentence: '{actor} changed a lead time', fields },
    'delete lead time': { sentence: '{actor} deleted a lead time for {Product}', fields },
  },
} as const satisfies AuditedArea;
