import { FIRST_LISTS } from '#core/dealer-settings/settings.ts';
import { FIRST_DETAILS, type StoredItem } from '#core/orders/order.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import {
  OrderDraftEntity,
  OrderEntity,
  OrderUnitEntity,
  UdiPartEntity,
  UnitInOrderEntity,
} from '#data/orders/entities.ts';
import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const DealerKey = 220;
const SHIPPING_KEY = '01KAJN9FR00000000000007103';
const ORDER_KEY = '01KAJN9FR00000000000007104';
/** The order of the sample events of shipments. */
export const SHIPPED_KEY = '01KAJN9FR00000000000007106';
/** Its serial number is 407221. */
const SPARE_NUMBER = 7_221;
const MISSING_KEY = '01KAJN9FR00000000000007999';

const item = (orderItemKey: string): StoredItem => ({
  ...{ orderItemKey, profile: 90_220, product: 'MXD-LTE', profileName: 'Homes of 220' },
  ...{ orderItemQuantity: 2, LineID: 'OR', startingUnitID: '', endingUnitID: '', uidLength: 4 },
  ...{ label: 'Default', transmitter1: '', transmitter2: '', serviceStandardSelected: 'AT&T' },
  ...{ UnitIDOptions: 'Default', fileName: '' },
});

/** The order that a user of dealer 220 is writing: the sample events change it one after the other. */
export const aDraft = (UserKey: string) =>
  OrderDraftEntity.put({
    ...{ DealerKey, UserKey, details: FIRST_DETAILS, shippingKey: '', version: 1 },
    items: [item('01KAJN9FR00000000000007101'), item('01KAJN9FR00000000000007102')],
  }).go();

/** An order of dealer 220 with a UDI file, and a shipping address. */
export const sample: Sample = {
  named: [
    { name: ORDER_KEY, missing: MISSING_KEY },
    { name: `${ORDER_KEY}-1`, missing: `${MISSING_KEY}-1` },
  ],
  async add({ scope: { dealerPath } }) {
    const address = {
      ...{
        AttentionTo: 'Stock room',
        Address1: '5 Harbor Way',
        Address2: '',
        City: 'Salem',
        State: 'OR',
        Zip: '97301',
      },
      ...{ Country: 'USA', Notes: '', shippingKey: SHIPPING_KEY },
    };
    const { data } = await DealerListsEntity.get({ DealerKey }).go();
    const lists = {
      ...FIRST_LISTS,
      ...data?.lists,
      shippingAddresses: [...(data?.lists?.shippingAddresses ?? []), address],
    };
    await DealerListsEntity.put({ DealerKey, lists, version: (data?.version ?? 0) + 1 }).go();
    const shippingLocation = {
      ...{ attention: 'Stock room', address1: '5 Harbor Way', address2: '', city: 'Salem', state: 'OR' },
      ...{ zipCode: '97301', country: 'USA' },
    };
    const ordered = item('01KAJN9FR00000000000007105');
    await OrderEntity.put({
      ...{ orderKey: ORDER_KEY, OrderNumber: 7104, DealerKey, dealerPath, version: 1, details: FIRST_DETAILS },
      items: [{ ...ordered, startingUnitID: '0001', endingUnitID: '0002', fileName: 'udi.csv' }],
      shippingLocation,
      ...{ submittedAt: '2026-11-20T10:00:00.000Z', submittedBy: 'Olive of 220' },
    }).go();
    // It has the unit ID of another place, which can be replaced.
    const spare = await aUnit({
      dealer: 220,
      number: SPARE_NUMBER,
      UnitModel: 'MXD-LTE',
      UnitLineID: 'OR',
      UnitID: '0001',
    });
    for (const [index, UnitSerNum] of ['400220', spare.UnitSerNum].entries()) {
      const place = { orderKey: ORDER_KEY, orderItem: 1, place: index + 1, UnitSerNum };
      await OrderUnitEntity.put(place).go();
      await UnitInOrderEntity.put(place).go();
    }
    const sentItem = { ...item('01KAJN9FR00000000000007109'), orderItemQuantity: 4 };
    const shipment = (shipmentKey: string, place: number) => ({
      ...{ shipmentKey, shipper: 'UPS' as const, trackingNumber: '', shippedOn: '2026-11-21' },
      ...{ recordedAt: '2026-11-21T10:00:00.000Z', recordedBy: 'Pia' },
      places: [{ orderItem: 1, ranges: [{ from: place, to: place }] }],
    });
    await OrderEntity.put({
      ...{ orderKey: SHIPPED_KEY, OrderNumber: 7106, DealerKey, dealerPath, version: 1, details: FIRST_DETAILS },
      ...{ items: [sentItem], shippingLocation, waiting: 'orders' },
      shipments: [shipment('01KAJN9FR00000000000007107', 1), shipment('01KAJN9FR00000000000007108', 2)],
      ...{ submittedAt: '2026-11-20T10:00:00.000Z', submittedBy: 'Olive of 220' },
    }).go();
    for (const place of [1, 2, 3])
      await OrderUnitEntity.put({ orderKey: SHIPPED_KEY, orderItem: 1, place, UnitSerNum: `40722${place + 1}` }).go();
    await UdiPartEntity.put({ orderItemKey: ordered.orderItemKey, part: 0, udis: ['U1', 'U2'] }).go();
  },
};
