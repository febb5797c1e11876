import { type AuditedArea, number, text } from '../audit/wording.ts';

export const AUDITED = {
  kinds: { order: 'Order' },
  actions: {
    'submit order': {
      sentence: '{actor} submitted the order {OrderNumber}',
      fields: { OrderNumber: number('Order'), quantity: number('Units'), dealerPO: text('Purchase order') },
    },
  },
} as const satisfies AuditedArea;
