import { z } from 'zod';
import { ROOT_DEALER } from '../dealers/tree.ts';
import { READY, SerialNumber, STATUS_IN_SENTENCE, type UnitStatus } from '../units/unit.ts';
import type { UnitRecord } from '../units/unit-record.ts';
import { type OrderRecord, SERIAL_NUMBER_AS_ID, type ShippingRow, type StoredItem } from './order.ts';
import { unitIDAt } from './rules.ts';

/** The units of one call: each of them is moved, named and given its profile. */
export const UNITS_OF_AN_ALLOTMENT = 20;

/** The outcome for one serial number. `free`: it could be allotted. `failed`: `reason` says why not. An allotted unit has one if its unit ID is not its alone. */
export const AllottedRow = z.object({
  UnitSerNum: SerialNumber,
  state: z.enum(['free', 'allotted', 'failed']),
  place: z.number().int().optional(),
  reason: z.string().optional(),
});
export type AllottedRow = z.output<typeof AllottedRow>;

/** What is said of an allotted unit whose ID a unit of another dealer has, to which the order did not give it. */
export const hasItToo = ({ UnitSerNum }: { UnitSerNum: string }): string =>
  `The unit ${UnitSerNum} of another dealer has the same unit ID. Give that unit another one`;

/** Why a unit stays in its order. */
export const HAS_SHIPPED = 'The unit has shipped. Withdraw its shipment first';
const CAME_BACK = 'It came back and was allotted again';

/** Why a unit cannot be taken out of its place in an order; undefined if it can. */
export function whyNotReleased({
  shippedOn,
  isHistory,
}: Pick<ShippingRow, 'shippedOn' | 'isHistory'>): string | undefined {
  if (isHistory) return CAME_BACK;
  return shippedOn === '' ? undefined : HAS_SHIPPED;
}

export const HAS_CUSTOMER = 'The unit has a customer';

const NEW = 11;
const IN_STOCK: readonly UnitStatus[] = [READY, NEW];
const SHIPPED_ELSEWHERE = 'The unit was shipped with another order, and is not back in the stock of the root dealer';

/** The place that a unit has in an order. `DealerKey`: the dealer of that order. `hasShipped`: it was shipped from there. */
interface HeldPlace {
  orderKey: string;
  DealerKey: number;
  leaving?: boolean | undefined;
  hasShipped: boolean;
  /** The unit has a customer of the root dealer. */
  hasCustomer: boolean;
}

/**
 * True if a unit that was shipped with the order is in the stock of the root dealer again. The units of the root dealer's own orders always belong to
 * it, so they stay at their places.
 */
export const isBack = (
  unit: Pick<UnitRecord, 'DealerKey' | 'UnitStatus'>,
  held: Pick<HeldPlace, 'DealerKey' | 'hasShipped'>,
): boolean =>
  held.hasShipped &&
  held.DealerKey !== ROOT_DEALER &&
  unit.DealerKey === ROOT_DEALER &&
  IN_STOCK.includes(unit.UnitStatus);

/** Why a unit cannot be allotted to an item of an order; undefined if it can. `held`: the place that it has in an order. */
export function whyNotAllotted(
  unit: UnitRecord | undefined,
  { order, item, held }: { order: OrderRecord; item: StoredItem; held?: HeldPlace | undefined },
): string | undefined {
  if (!unit) return 'There is no such unit';
  if (held?.orderKey === order.orderKey && !isBack(unit, held))
    return held.leaving ? 'Somebody takes the unit out of this order. Take it out again to complete that' : undefined;
  if (held && !held.hasShipped) return 'The unit is allotted to another order';
  if (held && !isBack(unit, held)) return SHIPPED_ELSEWHERE;
  if (held?.hasCustomer) return HAS_CUSTOMER;
  if (unit.UnitModel !== item.product) return `The unit is a ${unit.UnitModel}, not a ${item.product}`;
  if (!IN_STOCK.includes(unit.UnitStatus))
    return `The unit is not in stock: it is ${STATUS_IN_SENTENCE[unit.UnitStatus]}`;
  if (unit.DealerKey !== ROOT_DEALER && unit.DealerKey !== order.DealerKey) return 'The unit belongs to another dealer';
  return undefined;
}

/** How a unit is called at its place of an order item. */
export const identityAt = (item: StoredItem, place: number, UnitSerNum: string) => ({
  UnitLineID: item.LineID,
  UnitID: item.UnitIDOptions === SERIAL_NUMBER_AS_ID ? UnitSerNum : unitIDAt(item, place),
});
