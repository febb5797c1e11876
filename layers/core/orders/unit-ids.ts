import { AppError } from '../errors.ts';

/** The lengths of unit IDs, and the highest number of each. The first is the default. */
export const UNIT_ID_LENGTH = { usual: 4, highest: { 4: 9_999, 5: 99_999 } } as const;
export type UidLength = keyof typeof UNIT_ID_LENGTH.highest;

/** Unit numbers of a line, both ends included. */
export interface UnitIDRange {
  from: number;
  to: number;
}

/** The numbers of a line that orders have: in order, none twice, and no two ranges that touch. */
export type TakenRanges = readonly UnitIDRange[];

/** More ranges would make the item of a line too large. Orders that follow each other are one range. */
const MAX_RANGES = 5_000;

/** The ranges of a line that no order has. */
export function freeRanges(taken: TakenRanges, uidLength: UidLength): UnitIDRange[] {
  const highest = UNIT_ID_LENGTH.highest[uidLength];
  const starts = [1, ...taken.map(({ to }) => to + 1)];
  const ends = [...taken.map(({ from }) => from - 1), highest];
  return starts
    .map((from, index) => ({ from, to: Math.min(ends[index]!, highest) }))
    .filter(({ from, to }) => from <= to);
}

/** The largest quantity that one order item can still get on a line, from `start` on if it is given. */
export const maximumLeft = (taken: TakenRanges, uidLength: UidLength, start?: number): number =>
  Math.max(0, ...freeRanges(taken, uidLength).flatMap((free) => sizeFrom(free, start)));

/** The first free range for the quantity, or the one that begins at `start`. Undefined if there is none. */
export function rangeFor(
  taken: TakenRanges,
  { quantity, uidLength, start }: { quantity: number; uidLength: UidLength; start?: number | undefined },
): UnitIDRange | undefined {
  const free = freeRanges(taken, uidLength).find((one) => sizeFrom(one, start).some((size) => size >= quantity));
  const from = start ?? free?.from;
  return free && from !== undefined ? { from, to: from + quantity - 1 } : undefined;
}

const sizeFrom = ({ from, to }: UnitIDRange, start = from): number[] =>
  from <= start && start <= to ? [to - start + 1] : [];

/** The taken ranges with one more. Throws if a number of it is taken already, or with `tooMany` if there are too many ranges. */
export function withTaken(
  taken: TakenRanges,
  added: UnitIDRange,
  tooMany = 'This line has too many separate ranges. Please let the portal choose the first ID',
): UnitIDRange[] {
  if (taken.some(({ from, to }) => from <= added.to && added.from <= to))
    throw new AppError('CONFLICT', 'A unit ID of this range is taken already');
  const merged: UnitIDRange[] = [];
  for (const range of [...taken, added].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && last.to + 1 === range.from) last.to = range.to;
    else merged.push({ ...range });
  }
  if (merged.length > MAX_RANGES) throw new AppError('CONFLICT', tooMany);
  return merged;
}

/** The highest number that is taken; 0 if none is. */
export const lastTaken = (taken: TakenRanges): number => taken.at(-1)?.to ?? 0;

/** `21` gives `0021`. */
export const unitIDOf = (number: number, uidLength: UidLength): string => String(number).padStart(uidLength, '0');
