import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { ShippingKey } from '../dealer-settings/shipping.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { UnitIDOption } from '../dealers/rules.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { LineID, ProfileKey, UIDLength } from '../profiles/profile.ts';
import { DateOffset, HOUR } from '../time.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { FULFILLERS, ORDER_READERS, ORDERERS } from './access.ts';
import { AllottedRow, UNITS_OF_AN_ALLOTMENT } from './allotment.ts';
import {
  MAX_QUANTITY,
  Order,
  OrderDetailsFields,
  OrderDraft,
  OrderItem,
  OrderItemFields,
  OrderItemKey,
  OrderProfile,
  OrderRow,
  ShippingLocation,
  ShippingLocationInput,
  ShippingRow,
  UdiFileInput,
} from './order.ts';
import { MAX_ORDER_ITEMS, OrderKey } from './order-key.ts';
import { ShipmentFields, ShipmentKey, ShippingState, WaitingUnits } from './shipment.ts';
import { MAX_UDI_FILE_BYTES, UdiUploadKey } from './udi-file.ts';
import { UNIT_ID_LENGTH } from './unit-ids.ts';

/** The version of the draft that the person saw; 0 before the first item. */
const seen = { version: z.number().int().min(0), dateOffset: DateOffset.default(0) };
const KnownLocation = ShippingLocation.extend({ shippingKey: ShippingKey });
/** The key of an order and the number of its item. */
const UidOrderItemKey = z.string().regex(/^[0-9A-Z]{26}-\d{1,2}$/, 'No such order item');

export const orders = defineArea({
  getDealerInfo: {
    method: 'GET',
    path: '/api/order/getDealerInfo',
    summary: 'Read what an order of the dealer can choose from',
    access: ORDERERS,
    input: z.object({}),
    output: z.object({
      DealerName: z.string(),
      /** For a new shipping location. */
      usualCountry: z.string(),
      unitIDOptions: z.array(UnitIDOption),
      udiFileRequired: z.boolean(),
      /** Empty: the dealer may use any line. */
      lines: z.array(z.string()),
      shippingLocations: z.array(KnownLocation),
    }),
  },
  profiles: {
    method: 'GET',
    path: '/api/order/profiles',
    summary: 'List the profiles of a product that an order item can have',
    access: ORDERERS,
    input: PageRequest.extend({
      /** `own`: of the caller’s dealer and its sub-dealers. `standard`: of dealer 1. */
      flag: z.enum(['own', 'standard']),
      UnitModel,
    }),
    output: pageOf(OrderProfile),
  },
  draft: {
    method: 'GET',
    path: '/api/order/draft',
    summary: 'Read the order that the caller is writing',
    access: ORDERERS,
    input: z.object({ dateOffset: DateOffset.default(0) }),
    output: OrderDraft,
  },
  requestUdiUpload: {
    method: 'POST',
    path: '/api/order/udiFile',
    summary: 'Ask where to upload the UDI file of an item',
    access: ORDERERS,
    rate: { most: 300, window: HOUR },
    input: z.object({
      bytes: z.number().int().min(1, 'The file is empty').max(MAX_UDI_FILE_BYTES, 'A UDI file has at most 2.5 MB'),
    }),
    /** A form for the browser, and the key by which the item names the file. */
    output: z.object({ url: z.string(), fields: z.record(z.string(), z.string()), udiFile: UdiUploadKey }),
    errors: ['TOO_MANY'],
  },
  addOrder: {
    method: 'POST',
    path: '/api/order/addOrder',
    summary: 'Add an item to the order that the caller is writing',
    access: ORDERERS,
    input: OrderItemFields.extend({ ...UdiFileInput.shape, ...seen }),
    maxBody: MAX_UDI_FILE_BYTES,
    output: OrderDraft,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  updateItem: {
    method: 'PUT',
    path: '/api/order/updateItem',
    summary: 'Change an item of the order that the caller is writing',
    access: ORDERERS,
    input: OrderItemFields.extend({ ...UdiFileInput.shape, ...seen, orderItemKey: OrderItemKey }),
    maxBody: MAX_UDI_FILE_BYTES,
    output: OrderDraft,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteItem: {
    method: 'PUT',
    path: '/api/order/deleteItem',
    summary: 'Delete an item of the order that the caller is writing',
    access: ORDERERS,
    input: z.object({ ...seen, orderItemKey: OrderItemKey }),
    output: OrderDraft,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  saveDetails: {
    method: 'PUT',
    path: '/api/order/draft',
    summary: 'Keep the details and the shipping location of the order that the caller is writing',
    access: ORDERERS,
    input: OrderDetailsFields.extend({ ...seen, shippingKey: z.union([z.literal(''), ShippingKey]) }),
    output: OrderDraft,
    errors: ['CONFLICT'],
  },
  addLocation: {
    method: 'POST',
    path: '/api/order/addLocation',
    summary: 'Add a shipping location of the dealer',
    access: ORDERERS,
    input: ShippingLocationInput,
    output: z.object({ shippingKey: ShippingKey, shippingLocations: z.array(KnownLocation) }),
    errors: ['CONFLICT'],
  },
  submit: {
    method: 'POST',
    path: '/api/order/submit',
    summary: 'Submit the order that the caller is writing',
    access: ORDERERS,
    input: OrderDetailsFields.extend({ ...seen, shippingKey: ShippingKey }),
    output: Order,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  getLastUnitIDUsed: {
    method: 'GET',
    path: '/api/order/getLastUnitIDUsed',
    summary: 'Read the unit IDs that a quantity would get on a line',
    access: ORDERERS,
    input: z.object({
      LineID: LineID.min(1, 'Enter a Line ID'),
      Quantity: z.coerce.number().int().min(1).max(MAX_QUANTITY),
      /** The first unit ID, if the person chooses it. */
      overRideValue: z
        .string()
        .regex(/^\d{0,5}$/, 'The first unit ID has at most 5 digits')
        .default(''),
      /** The item of the draft that is edited. Its present unit IDs count as free. */
      editProduct: OrderItemKey.optional(),
      profile: ProfileKey,
      uidLength: z.coerce.number().pipe(UIDLength).default(UNIT_ID_LENGTH.usual),
    }),
    output: z.object({
      lastUnitIDUsed: z.string(),
      /** Empty if the line has too few unit IDs left. */
      startingUnitID: z.string(),
      endingUnitID: z.string(),
      /** The largest quantity that the line has unit IDs for. */
      maximum: z.number().int(),
    }),
    errors: ['INVALID', 'NOT_FOUND'],
  },
  allOrders: {
    method: 'GET',
    path: '/api/order/GetDealerOrders/allOrders',
    summary: 'List the orders of the dealer and its sub-dealers, or of one of them',
    access: ORDER_READERS,
    input: PageRequest.extend({
      dealerKey: DealerKeyInput.optional(),
      /** Only orders that have not shipped as a whole. */
      underWay: z.enum(['true', 'false']).default('false'),
    }),
    output: pageOf(OrderRow),
    errors: ['NOT_FOUND'],
  },
  get: {
    method: 'GET',
    path: '/api/order/GetDealerOrders/{orderKey}',
    summary: 'Read an order with its items',
    access: ORDER_READERS,
    input: z.object({ orderKey: OrderKey }),
    output: Order,
    errors: ['NOT_FOUND'],
  },
  shippingDetails: {
    method: 'GET',
    path: '/api/order/GetShippingDetails',
    summary: 'List the units of an order item, on request with their unit device identifiers',
    access: ORDER_READERS,
    input: PageRequest.extend({
      uidOrderItemKey: UidOrderItemKey,
      showUDI: z.enum(['true', 'false']).default('false'),
    }),
    output: pageOf(ShippingRow).extend({ showUDI: z.boolean(), origData: OrderItem, shipping: ShippingState }),
    errors: ['NOT_FOUND'],
  },
  allotUnits: {
    method: 'POST',
    path: '/api/order/allotUnits',
    summary:
      'Allot units to an item of an order: they go to its dealer, with their unit IDs and profile. Again is the same',
    access: FULFILLERS,
    givesRights: true,
    input: z.object({
      orderKey: OrderKey,
      orderItem: z.number().int().min(1).max(MAX_ORDER_ITEMS),
      serialNumbers: z.array(SerialNumber).min(1, 'Enter a serial number').max(UNITS_OF_AN_ALLOTMENT),
      /** True only says what would happen. */
      dryRun: z.boolean().default(false),
    }),
    output: z.object({ rows: z.array(AllottedRow) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  ship: {
    method: 'POST',
    path: '/api/order/ship',
    summary: 'Record a shipment: the allotted units of the items that have not shipped',
    access: FULFILLERS,
    input: ShipmentFields.extend({
      orderKey: OrderKey,
      orderItems: z.array(z.number().int().min(1).max(MAX_ORDER_ITEMS)).min(1, 'Choose an item').max(MAX_ORDER_ITEMS),
      dateOffset: DateOffset.default(0),
    }),
    output: Order,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  changeShipment: {
    method: 'PUT',
    path: '/api/order/shipment',
    summary: 'Correct the carrier, the tracking number or the day of a shipment',
    access: FULFILLERS,
    input: ShipmentFields.extend({
      orderKey: OrderKey,
      shipmentKey: ShipmentKey,
      dateOffset: DateOffset.default(0),
    }),
    output: Order,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  withdrawShipment: {
    method: 'POST',
    path: '/api/order/withdrawShipment',
    summary: 'Withdraw a shipment that was recorded by mistake',
    access: FULFILLERS,
    input: z.object({ orderKey: OrderKey, shipmentKey: ShipmentKey }),
    output: Order,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  waiting: {
    method: 'GET',
    path: '/api/order/waiting',
    summary: 'List the orders of all dealers that have not shipped as a whole, the oldest first',
    access: FULFILLERS,
    input: PageRequest,
    output: pageOf(OrderRow),
  },
  waitingUnits: {
    method: 'GET',
    path: '/api/order/waitingUnits',
    summary: 'Count the allotted units of an order that wait for their shipment, by item',
    access: FULFILLERS,
    input: z.object({ orderKey: OrderKey }),
    /** Items without such units are left out. `incomplete`: the units that do not ship because they have not got all that they get from the order. */
    output: z.object({ items: z.array(WaitingUnits), incomplete: z.number().int() }),
    errors: ['NOT_FOUND'],
  },
  releaseUnit: {
    method: 'POST',
    path: '/api/order/releaseUnit',
    summary: 'Take a unit out of an order: it goes back to the stock of the root dealer',
    access: FULFILLERS,
    givesRights: true,
    input: z.object({ orderKey: OrderKey, UnitSerNum: SerialNumber }),
    output: z.object({ UnitSerNum: SerialNumber }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
