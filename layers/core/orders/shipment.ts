import { z } from 'zod';
import { AppError } from '../errors.ts';
import { choice, day } from '../fields.ts';
import { Instant } from '../time.ts';
import type { UnitIDRange } from './unit-ids.ts';

/** Who brings a shipment, with the page on which the carrier shows where it is. */
export const SHIPPERS = {
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  DHL: 'https://www.dhl.com/en/express/tracking.html?AWB=',
  Purolator: 'https://www.purolator.com/en/shipping/tracker?pin=',
  'Canada Post': 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
  Other: undefined,
} as const;
export type Shipper = keyof typeof SHIPPERS;
export const SHIPPER_NAMES = Object.keys(SHIPPERS) as [Shipper, ...Shipper[]];

/** The page that shows where a shipment is; undefined without a tracking number, or if the carrier has none that is known. */
export const trackingLink = ({ shipper, trackingNumber }: Pick<Shipment, 'shipper' | 'trackingNumber'>) =>
  SHIPPERS[shipper] && trackingNumber ? `${SHIPPERS[shipper]}${encodeURIComponent(trackingNumber)}` : undefined;

export const ShipmentKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such shipment');

/** What people enter for a shipment. */
export const ShipmentFields = z.object({
  shipper: choice('The carrier', SHIPPER_NAMES),
  trackingNumber: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 -]{0,40}$/, 'A tracking number has at most 40 letters, digits, spaces and hyphens')
    .default(''),
  shippedOn: day('The day of the shipment'),
});
export type ShipmentFields = z.output<typeof ShipmentFields>;

/** The places of an order item that a shipment contains. */
const ShippedPlaces = z.object({
  orderItem: z.number().int(),
  ranges: z.array(z.object({ from: z.number().int(), to: z.number().int() })),
});
export type ShippedPlaces = z.output<typeof ShippedPlaces>;

export const Shipment = ShipmentFields.extend({
  shipmentKey: ShipmentKey,
  places: z.array(ShippedPlaces),
  recordedAt: Instant,
  recordedBy: z.string(),
});
export type Shipment = z.output<typeof Shipment>;

/**
 * An order has its shipments in its item of the table, which has at most 400 KB. Its other fields need less than 100 KB. The largest order of all has
 * 200 shipments if its units ship by the thousand.
 */
const MAX_SHIPMENTS = 500;
const MAX_SHIPMENT_BYTES = 250_000;
/** From so many on, people are told how many an order has room for. */
const FEW_SHIPMENTS = 20;
/** More than a shipment with one range of each of a few items needs. */
const USUAL_SHIPMENT_BYTES = 800;

export const NO_ROOM_FOR_SHIPMENTS =
  'This order has no room for another shipment. Withdraw its last shipments, and record their units as one';

const bytesOf = (shipments: readonly Shipment[]) =>
  [...JSON.stringify(shipments)].reduce((sum, character) => sum + utf8Bytes(character.codePointAt(0)!), 0);
const utf8Bytes = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** Throws CONFLICT if an order has no room for so many shipments. */
export function requireRoom(shipments: readonly Shipment[]): void {
  if (shipments.length > MAX_SHIPMENTS || bytesOf(shipments) > MAX_SHIPMENT_BYTES)
    throw new AppError('CONFLICT', NO_ROOM_FOR_SHIPMENTS);
}

/** About how many more shipments like these an order has room for, if they are few; undefined while there is room enough. */
export function shipmentsLeft(shipments: readonly Shipment[]): number | undefined {
  const used = bytesOf(shipments);
  const free = MAX_SHIPMENT_BYTES - used;
  if (shipments.length >= MAX_SHIPMENTS || free < USUAL_SHIPMENT_BYTES) return 0;
  const each = Math.max(USUAL_SHIPMENT_BYTES, used / Math.max(shipments.length, 1));
  const left = Math.min(MAX_SHIPMENTS - shipments.length, Math.max(1, Math.floor(free / each)));
  return left <= FEW_SHIPMENTS ? left : undefined;
}

const ORDER_STATES = ['Submitted', 'Partly shipped', 'Shipped'] as const;
export const OrderState = z.enum(ORDER_STATES);
export type OrderState = z.output<typeof OrderState>;

interface Shipped {
  items: readonly { orderItemQuantity: number }[];
  shipments?: readonly Shipment[] | undefined;
}

const sizeOf = (ranges: readonly UnitIDRange[]) => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);

/** The number of units of a shipment. */
export const shipmentSize = ({ places }: Pick<Shipment, 'places'>): number =>
  places.reduce((sum, { ranges }) => sum + sizeOf(ranges), 0);

export const shippedQuantity = ({ shipments = [] }: Pick<Shipped, 'shipments'>): number =>
  shipments.reduce((sum, one) => sum + shipmentSize(one), 0);

export function orderState(order: Shipped): OrderState {
  const shipped = shippedQuantity(order);
  if (shipped === 0) return 'Submitted';
  const ordered = order.items.reduce((sum, { orderItemQuantity }) => sum + orderItemQuantity, 0);
  return shipped < ordered ? 'Partly shipped' : 'Shipped';
}

/** How much of one item of an order has shipped. */
export const ShippingState = z.object({ state: OrderState, shipped: z.number().int(), ordered: z.number().int() });
export type ShippingState = z.output<typeof ShippingState>;

export function itemShipping({ items, shipments = [] }: Shipped, orderItem: number): ShippingState {
  const ofItem = {
    items: items.slice(orderItem - 1, orderItem),
    shipments: shipments.map((one) => ({ ...one, places: one.places.filter((own) => own.orderItem === orderItem) })),
  };
  const ordered = ofItem.items.reduce((sum, { orderItemQuantity }) => sum + orderItemQuantity, 0);
  return { state: orderState(ofItem), shipped: shippedQuantity(ofItem), ordered };
}

export function shippedInWords({ shipped, ordered }: Omit<ShippingState, 'state'>): string {
  if (shipped === 0) return 'No unit has shipped yet.';
  if (shipped >= ordered)
    return ordered === 1 ? 'The unit has shipped.' : `All ${ordered.toLocaleString('en')} units have shipped.`;
  return `${shipped.toLocaleString('en')} of ${ordered.toLocaleString('en')} units ${shipped === 1 ? 'has' : 'have'} shipped.`;
}

/** Why a place of an order has not shipped; undefined if it has. */
export function whyNotShipped(place: {
  UnitSerNum: string;
  shippedOn: string;
  leaving?: boolean | undefined;
  isIncomplete?: boolean | undefined;
}) {
  if (place.shippedOn !== '') return undefined;
  if (place.leaving) return 'Being taken out';
  if (place.isIncomplete) return 'Not complete: allot it again';
  return place.UnitSerNum === '' ? 'No unit allotted yet' : 'Not shipped yet';
}

/** The shipment with a place of an item; undefined if the place has not shipped. */
export const shipmentOf = ({ shipments = [] }: Pick<Shipped, 'shipments'>, orderItem: number, place: number) =>
  shipments.find(({ places }) =>
    places.some(
      (one) => one.orderItem === orderItem && one.ranges.some(({ from, to }) => from <= place && place <= to),
    ),
  );

const CAME_BACK = 'A unit of this shipment came back and was allotted again. The shipment cannot be withdrawn any more';

/** Throws CONFLICT if a unit of the shipment has another place by now. `history`: the places whose units have. */
export function requireWithdrawable(
  shipment: Shipment,
  history: readonly { orderItem: number; place: number }[],
): void {
  if (history.some(({ orderItem, place }) => shipmentOf({ shipments: [shipment] }, orderItem, place)))
    throw new AppError('CONFLICT', CAME_BACK);
}

/** How many units of an order item are allotted and wait for their shipment. */
export const WaitingUnits = z.object({ orderItem: z.number().int(), quantity: z.number().int() });
export type WaitingUnits = z.output<typeof WaitingUnits>;

type Allotted = {
  orderItem: number;
  place: number;
  leaving?: boolean | undefined;
  lacksProfile?: boolean | undefined;
};

/** The allotted units, in any order, that are complete, have not shipped and do not leave the order, by item. Items without such units are left out. */
export function waitingUnits(order: Pick<Shipped, 'shipments'>, allotted: readonly Allotted[]): WaitingUnits[] {
  const waiting = allotted.filter((unit) => mayShip(unit) && !shipmentOf(order, unit.orderItem, unit.place));
  return [...Map.groupBy(waiting, ({ orderItem }) => orderItem)]
    .map(([orderItem, own]) => ({ orderItem, quantity: own.length }))
    .sort((one, other) => one.orderItem - other.orderItem);
}

const mayShip = ({ leaving, lacksProfile }: Allotted) => !leaving && !lacksProfile;

/** How many allotted units do not ship because they have not got all that they get from the order. */
export const incompleteUnits = (allotted: readonly Allotted[]): number =>
  allotted.filter(({ leaving, lacksProfile }) => !leaving && lacksProfile).length;

const NOTHING_WAITS = 'No allotted unit waits for its shipment. Allot units to the order first';
const ALL_SHIPPED = 'All allotted units have shipped. Allot the other units of the order to ship them';
const ALL_INCOMPLETE = 'The units that are left are not complete. Allot them again to complete them';
/** Why nothing can be shipped now of an order that has not shipped as a whole. */
export function whyNothingWaits(order: Pick<Shipped, 'shipments'>, incomplete: number): string {
  if (incomplete > 0) return ALL_INCOMPLETE;
  return shippedQuantity(order) > 0 ? ALL_SHIPPED : NOTHING_WAITS;
}
const ALL_LEAVE = 'The units that are left are being taken out of the order. Take them out again to complete that';

/** What a shipment contains: the allotted places, in any order, that are complete, have not shipped and do not leave the order. CONFLICT if there are none. */
export function placesToShip(order: Pick<Shipped, 'shipments'>, allotted: readonly Allotted[]): ShippedPlaces[] {
  const left = allotted.filter(({ orderItem, place }) => !shipmentOf(order, orderItem, place));
  const waiting = left.filter(mayShip);
  if (waiting.length === 0) {
    const allLeave = left.length > 0 && left.every(({ leaving }) => leaving);
    throw new AppError('CONFLICT', allLeave ? ALL_LEAVE : whyNothingWaits(order, incompleteUnits(left)));
  }
  return [...Map.groupBy(waiting, ({ orderItem }) => orderItem)]
    .map(([orderItem, own]) => ({ orderItem, ranges: rangesOf(own.map(({ place }) => place)) }))
    .sort((one, other) => one.orderItem - other.orderItem);
}

function rangesOf(places: readonly number[]): UnitIDRange[] {
  const ranges: UnitIDRange[] = [];
  for (const place of [...new Set(places)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last.to + 1 === place) last.to = place;
    else ranges.push({ from: place, to: place });
  }
  return ranges;
}

/** Throws if the day is before the order or after `today`, both where the person is. */
export function requireShippedOn(shippedOn: string, submittedOn: string, today: string): void {
  const refuse = (message: string): never => {
    throw new AppError('INVALID', message, [{ path: 'shippedOn', message }]);
  };
  if (shippedOn > today) refuse('The day of the shipment is today or earlier');
  if (shippedOn < submittedOn) refuse('The order was submitted later than this day');
}
