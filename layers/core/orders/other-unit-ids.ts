import { z } from 'zod';
import { AppError } from '../errors.ts';
import { freeRanges, type TakenRanges, type UidLength, unitIDOf } from './unit-ids.ts';

/** Places of an item, one after the other, whose units have other numbers than those of the item's range: `number` is that of the first. */
export const OtherUnitIDs = z.object({
  place: z.number().int(),
  quantity: z.number().int(),
  number: z.number().int(),
});
export type OtherUnitIDs = z.output<typeof OtherUnitIDs>;

interface Numbered {
  startingUnitID: string;
  uidLength: UidLength;
  otherUnitIDs?: readonly OtherUnitIDs[] | undefined;
}

/** More in all items of an order would make it too large. */
const MAX_PARTS = 2_000;

/** The unit number of a place. */
export function numberAt({ startingUnitID, otherUnitIDs = [] }: Numbered, place: number): number {
  const other = otherUnitIDs.find((one) => one.place <= place && place < one.place + one.quantity);
  return other ? other.number + place - other.place : Number(startingUnitID) + place - 1;
}

/** The lowest numbers of a line that no order has, and no unit. CONFLICT if there are too few. */
export function freeNumbers(
  { LineID, taken, uidLength }: { LineID: string; taken: TakenRanges; uidLength: UidLength },
  used: ReadonlySet<number>,
  quantity: number,
): number[] {
  const free: number[] = [];
  for (const { from, to } of freeRanges(taken, uidLength))
    for (let number = from; number <= to && free.length < quantity; number++) if (!used.has(number)) free.push(number);
  if (free.length < quantity)
    throw new AppError(
      'CONFLICT',
      `The line ${LineID} has ${free.length} unit IDs left that no unit has, and ${quantity} are needed`,
    );
  return free;
}

/** The other numbers of an item after its `places` got the `numbers`, each one of them. */
export function withNumbers(
  { otherUnitIDs = [] }: Pick<Numbered, 'otherUnitIDs'>,
  places: readonly number[],
  numbers: readonly number[],
): OtherUnitIDs[] {
  const all = new Map<number, number>();
  for (const { place, quantity, number } of otherUnitIDs)
    for (let index = 0; index < quantity; index++) all.set(place + index, number + index);
  for (const [index, place] of places.entries()) all.set(place, numbers[index]!);
  const parts: OtherUnitIDs[] = [];
  for (const [place, number] of [...all].sort(([one], [other]) => one - other)) {
    const last = parts.at(-1);
    const follows = last && last.place + last.quantity === place && last.number + last.quantity === number;
    if (follows) last.quantity++;
    else parts.push({ place, quantity: 1, number });
  }
  return parts;
}

/** CONFLICT if the items of an order have other numbers in too many parts. */
export function requireFewParts(items: readonly Pick<Numbered, 'otherUnitIDs'>[]): void {
  const parts = items.reduce((sum, { otherUnitIDs = [] }) => sum + otherUnitIDs.length, 0);
  if (parts > MAX_PARTS)
    throw new AppError('CONFLICT', 'Too many unit IDs of this order are taken. Order its units again on another line');
}

const SHOWN_PARTS = 10;

/** For people: `Unit 1: 0044, units 3 to 4: 0050 to 0051`. Empty if all units have the numbers of the item's range. */
export function otherUnitIDsInWords({ uidLength, otherUnitIDs = [] }: Omit<Numbered, 'startingUnitID'>): string {
  const words = otherUnitIDs.slice(0, SHOWN_PARTS).map(({ place, quantity, number }) => {
    const [first, last] = [number, number + quantity - 1].map((one) => unitIDOf(one, uidLength));
    return quantity === 1
      ? `unit ${place}: ${first}`
      : `units ${place} to ${place + quantity - 1}: ${first} to ${last}`;
  });
  if (otherUnitIDs.length > SHOWN_PARTS) words.push('and others, which the shipping details show');
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
