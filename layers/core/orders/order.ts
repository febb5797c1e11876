import { z } from 'zod';
import { ShippingAddress, ShippingKey } from '../dealer-settings/shipping.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { UNIT_ID_OPTIONS, UnitIDOption } from '../dealers/rules.ts';
import { choice, day, note, optionalText, orEmpty, storedText, wholeNumber } from '../fields.ts';
import { LineID, ProfileKey, ProfileLabel, ProfileRecord, UIDLength } from '../profiles/profile.ts';
import { CARRIER_NAMES } from '../sims/carrier.ts';
import { Instant } from '../time.ts';
import { UnitModel } from '../units/unit.ts';
import { OrderKey } from './order-key.ts';
import { OtherUnitIDs } from './other-unit-ids.ts';
import { OrderState, Shipment } from './shipment.ts';
import { MAX_UDI_ROWS, TOO_MANY_ROWS, UdiUploadKey } from './udi-file.ts';
import { UNIT_ID_LENGTH } from './unit-ids.ts';

/** As many as a UDI file can have. */
export const MAX_QUANTITY = MAX_UDI_ROWS;

export const [DEFAULT_OPTION, NO_UNIT_IDS, SERIAL_NUMBER_AS_ID] = UNIT_ID_OPTIONS;

/** The networks that an item can be made for. */
export const SERVICE_STANDARDS = [CARRIER_NAMES[0], CARRIER_NAMES[1], CARRIER_NAMES[2]] as const;

export const OrderItemKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such order item');

const StartingUnitID = z
  .string()
  .trim()
  .regex(/^\d{0,5}$/, 'The first unit ID has at most 5 digits')
  .refine((typed) => typed === '' || Number(typed) >= 1, 'The first unit ID is at least 1')
  .default('');

/** A profile that an item can have, with what the item takes from it at first. */
export const OrderProfile = ProfileRecord.pick({
  ...{ ProfileKey: true, ProfileName: true, UnitModel: true, UnitFirmVer: true },
  ...{ LineID: true, Label: true, UnitIDOptions: true, UIDLength: true },
});
export type OrderProfile = z.output<typeof OrderProfile>;

/** What people enter for an item of an order. */
export const OrderItemFields = z.object({
  profile: ProfileKey,
  orderItemQuantity: wholeNumber('The quantity', { minimum: 1, maximum: MAX_QUANTITY }),
  LineID: LineID.default(''),
  /** Empty: the first free unit IDs of the line. */
  startingUnitID: StartingUnitID,
  label: ProfileLabel,
  transmitter1: optionalText(40),
  transmitter2: optionalText(40),
  serviceStandardSelected: choice('The service standard', SERVICE_STANDARDS),
  UnitIDOptions: UnitIDOption,
  uidLength: UIDLength.default(UNIT_ID_LENGTH.usual),
});
export type OrderItemFields = z.output<typeof OrderItemFields>;

/** The unit device identifiers of the item: an uploaded file, or its rows. Absent: they stay as they are. */
export const UdiFileInput = z.object({
  fileName: optionalText(200),
  /** The key of a file that the caller uploaded (`requestUdiUpload`). It counts before the rows. */
  udiFile: UdiUploadKey.optional(),
  fileUDIArray: z
    .array(z.string().max(75, 'A UDI has at most 75 characters'))
    .max(MAX_UDI_ROWS, TOO_MANY_ROWS)
    .optional(),
});
export type UdiFileInput = z.output<typeof UdiFileInput>;

/** An item as drafts and orders store it. */
export const StoredItem = OrderItemFields.extend({
  orderItemKey: OrderItemKey,
  transmitter1: storedText,
  transmitter2: storedText,
  /** Of the profile, when the item was saved. */
  product: UnitModel,
  profileName: z.string(),
  /** The name of its UDI file; empty without one. */
  fileName: z.string(),
  /** The last unit ID; empty without unit IDs, and in a draft. */
  endingUnitID: z.string(),
  /** The places whose unit IDs other units had. Absent: all units have those of the range. */
  otherUnitIDs: z.array(OtherUnitIDs).optional(),
});
export type StoredItem = z.output<typeof StoredItem>;

/** An item as screens show it. */
export const OrderItem = StoredItem.extend({
  /** Its place in the order, from 1 on. */
  orderItem: z.number().int(),
  /** Names the item in the calls that read it; empty in a draft. */
  uidOrderItemKey: z.string(),
  NoUnitIDs: z.boolean(),
  UseSerNumAsUID: z.boolean(),
});
export type OrderItem = z.output<typeof OrderItem>;

/** An item of a draft. `maximum`: the largest quantity for which the line has unit IDs, if it has too few. */
export const DraftItem = OrderItem.extend({ startsAt: z.string(), maximum: z.number().int().optional() });
export type DraftItem = z.output<typeof DraftItem>;

/** What people enter for an order beside its items. */
export const OrderDetailsFields = z.object({
  transmitterQty: wholeNumber('The transmitter quantity', { maximum: 100 }).default(1),
  transmitterKitDefault: z.boolean().default(true),
  privateLabel: optionalText(60),
  orderNotes: note(1_000),
  dealerPO: optionalText(40),
  requestedShipDate: orEmpty(day('The requested ship date')),
});
export const FIRST_DETAILS = OrderDetailsFields.parse({});

export const OrderDetails = OrderDetailsFields.extend({ privateLabel: storedText, dealerPO: storedText });
export type OrderDetails = z.output<typeof OrderDetails>;

/** Where an order is sent. */
export const ShippingLocation = z.object({
  attention: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
});
export type ShippingLocation = z.output<typeof ShippingLocation>;

/** The country of a new shipping location, until somebody enters another one. */
export const usualCountry = ({ Country = '' }: { Country?: string | undefined }): string =>
  Country.trim() || 'United States';

const location = ShippingAddress.shape;
/** What people enter for a new shipping location, by the rules of shipping addresses. */
export const ShippingLocationInput = z.object({
  attention: location.AttentionTo,
  address1: location.Address1,
  address2: location.Address2.default(''),
  city: location.City,
  state: location.State.default(''),
  zipCode: location.Zip,
  country: location.Country,
});

export const locationOf = (address: Omit<ShippingAddress, 'Notes'>): ShippingLocation => ({
  attention: address.AttentionTo,
  address1: address.Address1,
  address2: address.Address2,
  city: address.City,
  state: address.State,
  zipCode: address.Zip,
  country: address.Country,
});

export const addressOf = (given: ShippingLocation): ShippingAddress => ({
  AttentionTo: given.attention,
  Address1: given.address1,
  Address2: given.address2,
  City: given.city,
  State: given.state,
  Zip: given.zipCode,
  Country: given.country,
  Notes: '',
});

/** The order that a user is writing. */
export const StoredDraft = z.object({
  items: z.array(StoredItem),
  details: OrderDetails,
  shippingKey: z.union([z.literal(''), ShippingKey]),
  version: z.number().int(),
});
export type StoredDraft = z.output<typeof StoredDraft>;
export const EMPTY_DRAFT: StoredDraft = { items: [], details: FIRST_DETAILS, shippingKey: '', version: 0 };

export const OrderDraft = StoredDraft.extend({
  orderItems: z.array(DraftItem),
  /** The first day on which all of it can ship; null if a product has no lead time for its quantity. */
  earliestShipDate: z.string().nullable(),
}).omit({ items: true });
export type OrderDraft = z.output<typeof OrderDraft>;

/** An order as stores return it. */
export const OrderRecord = z.object({
  orderKey: OrderKey,
  OrderNumber: z.number().int(),
  DealerKey: z.number().int(),
  dealerPath: z.string(),
  items: z.array(StoredItem),
  details: OrderDetails,
  shippingLocation: ShippingLocation,
  earliestShipDate: z.string().optional(),
  submittedAt: Instant,
  submittedBy: z.string(),
  /** The earliest first. Absent: none. */
  shipments: z.array(Shipment).optional(),
  version: z.number().int(),
});
export type OrderRecord = z.output<typeof OrderRecord>;

/** An order in the list. */
export const OrderRow = z.object({
  orderKey: OrderKey,
  OrderNumber: z.number().int(),
  DealerKey,
  DealerName: z.string(),
  submittedAt: Instant,
  submittedBy: z.string(),
  items: z.number().int(),
  quantity: z.number().int(),
  dealerPO: z.string(),
  requestedShipDate: z.string(),
  state: OrderState,
  /** How many of the units have shipped. */
  shipped: z.number().int(),
});
export type OrderRow = z.output<typeof OrderRow>;

export const Order = OrderRow.omit({ items: true }).extend({
  orderItems: z.array(OrderItem),
  details: OrderDetails,
  shippingLocation: ShippingLocation,
  earliestShipDate: z.string().nullable(),
  state: OrderState,
  shipments: z.array(Shipment),
  /** A rule of its dealer: unit ID labels are printed (`hasUnitIDLabels`). */
  unitIDLabel: z.boolean(),
});
export type Order = z.output<typeof Order>;

/** One unit of an order item. */
export const ShippingRow = z.object({
  place: z.number().int(),
  UnitID: z.string(),
  UDI: z.string().optional(),
  UnitSerNum: z.string(),
  /** Somebody has begun to take the unit out of the order. It does not ship. */
  leaving: z.boolean().optional(),
  /** The unit has not got its dealer, its unit ID and its profile yet. It does not ship. */
  isIncomplete: z.boolean().optional(),
  /** The unit came back and has another place by now. */
  isHistory: z.boolean().optional(),
  /** Empty until the unit has shipped. */
  ...{ shippedOn: z.string(), shipper: z.string(), trackingNumber: z.string() },
});
export type ShippingRow = z.output<typeof ShippingRow>;
