import { z } from 'zod';
import { AppError } from '../errors.ts';
import { optionalText, storedText, text, wholeNumber } from '../fields.ts';
import { RecordVersion } from '../records.ts';
import { inCapitals } from '../text.ts';

/** One line of the matrix: the days until an order of a product ships, for a range of quantities (portal-1 section 3). */
export const LeadTimeInput = z.object({
  Product: text('Product', 60).transform(inCapitals),
  PartNumber: optionalText(60).transform(inCapitals),
  MinQty: wholeNumber('The smallest quantity', { minimum: 1 }),
  MaxQty: wholeNumber('The largest quantity', { minimum: 1 }),
  DaysOut: wholeNumber('The number of days', { maximum: 3650 }),
});
export type LeadTimeInput = z.output<typeof LeadTimeInput>;

export const ChangedLeadTime = LeadTimeInput.extend(RecordVersion.shape);

export const LeadTime = ChangedLeadTime.extend({ PartNumber: storedText });
export type LeadTime = z.output<typeof LeadTime>;

/** The start of a product's next line. */
export const ProductDetails = z.object({ Product: z.string(), partNumber: z.string(), nextMin: z.number() });
type ProductDetails = z.output<typeof ProductDetails>;

/** Each product with its part number and the quantity after its last line. */
export const productDetails = (lines: readonly LeadTimeInput[]): ProductDetails[] =>
  [...byProduct(lines)].map(([Product, own]) => ({
    Product,
    partNumber: own.at(-1)!.PartNumber,
    nextMin: own.at(-1)!.MaxQty + 1,
  }));

/**
 * Throws INVALID if the lines of a product overlap, leave a gap, or do not begin at 1, so that each quantity has one lead time. Only the product of the
 * changed line must begin at 1: stored ones may begin later, because this was allowed before, and are mended one by one.
 * @param was The changed line as it is stored; undefined for a new line.
 */
export function requireEachQuantityOnce(
  lines: readonly LeadTimeInput[],
  changed: LeadTimeInput,
  was: LeadTimeInput | undefined,
): void {
  for (const [Product, own] of byProduct(lines)) {
    const first = own[0]!.MinQty;
    const isChanged = Product === changed.Product || Product === was?.Product;
    if (isChanged && first > 1)
      throw refused('MinQty', `${Product} would have no lead time for ${range(1, first - 1)}`);
    for (const [index, { MinQty, MaxQty }] of own.entries()) {
      if (MaxQty < MinQty) throw refused('MaxQty', `The largest quantity must be at least ${MinQty}`);
      const next = own[index + 1];
      if (next === undefined || next.MinQty === MaxQty + 1) continue;
      throw refused(
        'MinQty',
        next.MinQty <= MaxQty
          ? `${Product} would have two lead times for ${range(next.MinQty, Math.min(MaxQty, next.MaxQty))}`
          : `${Product} would have no lead time for ${range(MaxQty + 1, next.MinQty - 1)}`,
      );
    }
  }
}

const refused = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

const range = (from: number, to: number) => (from === to ? `quantity ${from}` : `quantities ${from} to ${to}`);

/** The lines of each product, the smallest quantity first. */
const byProduct = (lines: readonly LeadTimeInput[]) =>
  Map.groupBy(
    lines.toSorted((one, other) => one.MinQty - other.MinQty),
    ({ Product }) => Product,
  );
