import { type AuditedArea, number, text } from '../audit/wording.ts';

const SHIPMENT = {
  OrderNumber: number('Order'),
  quantity: number('Units'),
  shipper: text('Carrier'),
  trackingNumber: text('Tracking number'),
  shippedOn: text('Shipped on'),
};

export const AUDITED = {
  kinds: { order: 'Order' },
  actions: {
    'submit order': {
      sentence: '{actor} submitted the order {OrderNumber}',
      fields: { OrderNumber: number('Order'), quantity: number('Units'), dealerPO: text('Purchase order') },
    },
    'ship order': {
      sentence: '{actor} shipped {quantity} units of the order {OrderNumber}',
      fields: SHIPMENT,
    },
    'change shipment': {
      sentence: '{actor} corrected a shipment of the order {OrderNumber}',
      fields: SHIPMENT,
    },
    'withdraw shipment': {
      sentence: '{actor} withdrew a shipment of {quantity} units of the order {OrderNumber}',
      fields: SHIPMENT,
    },
    'replace unit IDs': {
      sentence:
        '{actor} gave {quantity} units of the order {OrderNumber} other unit IDs, because other units have theirs',
      fields: {
        OrderNumber: number('Order'),
        orderItem: number('Item'),
        quantity: number('Units'),
        LineID: text('Line ID'),
        unitIDs: text('Unit IDs'),
      },
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
