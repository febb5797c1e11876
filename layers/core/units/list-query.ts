import { z } from 'zod';
import { Condition } from './condition.ts';
import { MAX_FACET_LENGTH, MAX_FILTER_LENGTH } from './facets.ts';
import { isBound, joinValues, MOST_FILTER_VALUES, splitValues } from './filter-values.ts';
import { MAX_SILENT_HOURS } from './silence.ts';
import { Tag } from './tags.ts';

/** Values of a facet, as `facets` of the list returns them, with `|` between several. A unit needs one of them. */
const valuesOf = (value: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .min(1)
    .max(MAX_FILTER_LENGTH)
    .transform((text, context) => {
      const values = splitValues(text).map((one) => value.safeParse(one));
      if (values.length <= MOST_FILTER_VALUES && values.every(({ success }) => success))
        return joinValues(values.map(({ data }) => data!));
      context.addIssue({ code: 'custom', message: 'A value is not possible, or there are too many' });
      return z.NEVER;
    });
const FacetValue = valuesOf(z.string().min(1).max(MAX_FACET_LENGTH));

/**
 * What a list of units is asked for: filters, all of which a unit must match. One field has an index, alone and with a condition. With several, a page can
 * be short or empty although the list goes on.
 */
export const UnitFilters = z.object({
  /** Only units of this dealer and those below it. */
  DealerKey: z.coerce.number().int().optional(),
  condition: valuesOf(Condition).optional(),
  UnitStatus: FacetValue.optional(),
  /** Also bounds, all of which hold: `<2.2`, or `>=2.1|<2.3`. */
  FirmVer: FacetValue.optional(),
  PTName: FacetValue.optional(),
  ActiveState: FacetValue.optional(),
  ActiveCarrier: FacetValue.optional(),
  Report: FacetValue.optional(),
  Updates: FacetValue.optional(),
  tag: valuesOf(Tag).optional(),
  /** Only units that are late or silent, and have sent no ping for more than so many hours. */
  silentOver: z.coerce.number().int().min(1).max(MAX_SILENT_HOURS).optional(),
});
export type UnitFilters = z.output<typeof UnitFilters>;

/** The units that a bulk action is for: all that match filters, or all without a secret, whose list has no filters. An unknown filter would choose all units. */
export const UnitQuery = UnitFilters.extend({ withoutSecret: z.literal(true).optional() })
  .strict()
  .refine(({ withoutSecret, ...filters }) => !withoutSecret || Object.keys(filters).length === 0, {
    path: ['withoutSecret'],
    message: 'The list of units without a secret has no filters',
  });
export type UnitQuery = z.output<typeof UnitQuery>;

/** Returns true if the filters contain a range of firmware. */
export const hasRange = ({ FirmVer }: UnitFilters): boolean =>
  FirmVer !== undefined && splitValues(FirmVer).some(isBound);
