import { plusDays } from '../calendar-days.ts';
import type { LineRestriction } from '../dealer-settings/line-ids.ts';
import { type DealerRules, unitIDOptionsOf } from '../dealers/rules.ts';
import { AppError } from '../errors.ts';
import type { LeadTimeInput } from '../lead-times/lead-time.ts';
import { inCapitals } from '../text.ts';
import { instant, MINUTE } from '../time.ts';
import type { UnitModel } from '../units/unit.ts';
import {
  DEFAULT_OPTION,
  type DraftItem,
  NO_UNIT_IDS,
  type OrderItem,
  type OrderItemFields,
  SERIAL_NUMBER_AS_ID,
  type StoredItem,
} from './order.ts';
import { numberAt } from './other-unit-ids.ts';
import { MUST_CHOOSE_FILE } from './udi-file.ts';
import { maximumLeft, rangeFor, type TakenRanges, UNIT_ID_LENGTH, unitIDOf, withTaken } from './unit-ids.ts';

/** The product whose orders can need a file of unit device identifiers. */
const UDI_PRODUCT: UnitModel = 'MXD-LTE';

export const invalid = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

/** True if the units of the item get unit IDs of its line. */
export const hasUnitIDs = ({ UnitIDOptions }: Pick<OrderItemFields, 'UnitIDOptions'>) =>
  UnitIDOptions === DEFAULT_OPTION;

/** True if an item of this product needs a UDI file. */
export const needsUdiFile = ({ udiFileRequired }: Pick<DealerRules, 'udiFileRequired'>, product: UnitModel) =>
  udiFileRequired && product === UDI_PRODUCT;

/** What the dealer permits in its orders. */
export interface OrderingRules {
  rules: DealerRules;
  lines: LineRestriction;
}

/** Throws if the dealer may not order on the line. Another dealer's line says how many units that dealer orders. */
export function requireLine(LineID: string, lines: LineRestriction): void {
  if (lines.UseRestrictLineID === 1 && !lines.RestrictLineIDList.includes(LineID))
    throw invalid('LineID', 'Your dealer does not use this Line ID');
}

/** Throws if the dealer may not order the item so. */
export function requireOrderable(
  item: Pick<StoredItem, 'UnitIDOptions' | 'LineID' | 'product' | 'fileName' | 'startingUnitID' | 'uidLength'>,
  { rules, lines }: OrderingRules,
): void {
  if (!unitIDOptionsOf(rules).includes(item.UnitIDOptions))
    throw invalid('UnitIDOptions', 'Your dealer does not offer this option');
  if (hasUnitIDs(item)) {
    if (item.LineID === '') throw invalid('LineID', 'Enter a Line ID');
    requireLine(item.LineID, lines);
    if (Number(item.startingUnitID) > UNIT_ID_LENGTH.highest[item.uidLength])
      throw invalid('startingUnitID', `The first unit ID has at most ${item.uidLength} digits`);
  }
  if (needsUdiFile(rules, item.product) && item.fileName === '') throw invalid('fileUDIArray', MUST_CHOOSE_FILE);
}

/** The taken numbers by line. */
export type Lines = ReadonlyMap<string, TakenRanges>;

export const linesOf = (items: readonly StoredItem[]): string[] => [
  ...new Set(items.filter(hasUnitIDs).map(({ LineID }) => LineID)),
];

/** The item and its range of unit IDs, or the largest quantity that its line has left. */
type Allotted = { item: StoredItem } & ({ maximum: number } | { startsAt: string });

/** Gives each item its unit IDs, those with a chosen first ID before the others. Returns the taken numbers after it. */
export function allot(items: readonly StoredItem[], before: Lines): { allotted: Allotted[]; lines: Lines } {
  const lines = new Map(before);
  const allotted = new Map<StoredItem, Allotted>();
  const chosenFirst = items.toSorted((one, other) => Number(!one.startingUnitID) - Number(!other.startingUnitID));
  for (const item of chosenFirst) {
    if (!hasUnitIDs(item)) {
      allotted.set(item, { item: { ...item, startingUnitID: '', endingUnitID: '' }, startsAt: '' });
      continue;
    }
    const { LineID, uidLength, orderItemQuantity: quantity } = item;
    const taken = lines.get(LineID) ?? [];
    const start = item.startingUnitID === '' ? undefined : Number(item.startingUnitID);
    const range = rangeFor(taken, { quantity, uidLength, start });
    if (!range) {
      allotted.set(item, { item, maximum: maximumLeft(taken, uidLength, start) });
      continue;
    }
    lines.set(LineID, withTaken(taken, range));
    const endingUnitID = unitIDOf(range.to, uidLength);
    allotted.set(item, { item: { ...item, endingUnitID }, startsAt: unitIDOf(range.from, uidLength) });
  }
  return { allotted: items.map((item) => allotted.get(item)!), lines };
}

/** The refusal of an item whose line has too few unit IDs left. */
export const tooFewLeft = (LineID: string, maximum: number) =>
  new AppError(
    'CONFLICT',
    maximum > 0
      ? `The line ${LineID} has ${maximum} unit IDs left in a row. Lower the quantity to ${maximum}`
      : `The line ${LineID} has no unit ID left there. Choose another line or first unit ID`,
    [{ path: 'orderItemQuantity', message: String(maximum) }],
  );

/** The items of a submitted order, each with its unit IDs. Throws CONFLICT if a line has too few left. */
export function submittedItems(items: readonly StoredItem[], before: Lines): { items: StoredItem[]; lines: Lines } {
  const { allotted, lines } = allot(items, before);
  return {
    lines,
    items: allotted.map((one) => {
      if ('maximum' in one) throw tooFewLeft(one.item.LineID, one.maximum);
      return { ...one.item, startingUnitID: one.startsAt };
    }),
  };
}

/** `orderKey` is empty for a draft. */
export const shownItem = (item: StoredItem, index: number, orderKey: string): OrderItem => ({
  ...item,
  orderItem: index + 1,
  uidOrderItemKey: orderKey && `${orderKey}-${index + 1}`,
  NoUnitIDs: item.UnitIDOptions === NO_UNIT_IDS,
  UseSerNumAsUID: item.UnitIDOptions === SERIAL_NUMBER_AS_ID,
});

export const shownDraftItems = (items: readonly StoredItem[], lines: Lines): DraftItem[] =>
  allot(items, lines).allotted.map((one, index) => ({
    ...shownItem(one.item, index, ''),
    ...('maximum' in one ? { startsAt: '', maximum: one.maximum } : { startsAt: one.startsAt }),
  }));

/** The unit ID of each place of an item. Units whose serial number is their ID get it when they are allotted. */
export function unitIDAt(item: StoredItem, place: number): string {
  if (!hasUnitIDs(item) || item.startingUnitID === '') return '';
  return unitIDOf(numberAt(item, place), item.uidLength);
}

/** The day of the person at `now`. */
export const todayOf = (now: number, dateOffset: number): string => instant(now - dateOffset * MINUTE).slice(0, 10);

const EARLIER_THAN_TODAY = 'The earliest ship date is today';

/** Throws if the requested day has passed where the person is. */
export function requireShipDate(requested: string, today: string): void {
  if (requested !== '' && requested < today) throw invalid('requestedShipDate', EARLIER_THAN_TODAY);
}

/** The first day on which all items can ship, by the lead time of each product's quantity. Undefined if a quantity has none. */
export function earliestShipDate(
  items: readonly Pick<StoredItem, 'product' | 'orderItemQuantity'>[],
  leadTimes: readonly LeadTimeInput[],
  today: string,
): string | undefined {
  if (items.length === 0) return undefined;
  const days = [...Map.groupBy(items, ({ product }) => product)].map(([product, own]) => {
    const quantity = own.reduce((sum, { orderItemQuantity }) => sum + orderItemQuantity, 0);
    const line = leadTimes.find(
      ({ Product, MinQty, MaxQty }) => Product === inCapitals(product) && MinQty <= quantity && quantity <= MaxQty,
    );
    return line?.DaysOut;
  });
  const known = days.filter((one) => one !== undefined);
  return known.length < days.length ? undefined : plusDays(today, Math.max(...known));
}
