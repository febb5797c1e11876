import { type AuditedArea, number, text } from '../audit/wording.ts';

export const AUDITED = {
  kinds: { order: 'Order' },
  actions: {
    'submit order': {
      sentence: '{actor} submitted the order {OrderNumber}',
      fields: { OrderNumber: number('Order'), quantity: number('Units'), dealerPO: text('Purchase order') },
    },
    'allot unit': {
      sentence: '{actor} allotted {object} to the order {OrderNumber}',
      fields: { OrderNumber: number('Order'), orderItem: number('Item'), place: number('Place') },
    },
    'release unit': {
      sentence: '{actor} took {object} out of the order {OrderNumber}',
      fields: { OrderNumber: number('Order'), orderItem: number('Item'), place: number('Place') },
    },
  },
} as const satisfies AuditedArea;
