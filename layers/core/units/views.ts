import { z } from 'zod';
import { text } from '../fields.ts';
import { FACETS, MAX_FILTER_LENGTH } from './facets.ts';

/** The parts of the unit list's address that a view keeps. */
export const VIEW_PARAMETERS = [
  ...FACETS,
  'silentOver',
  'UnitModel',
  'DealerKey',
  'order',
  'searchField',
  'searchText',
  'withoutSecret',
] as const;
const ViewParameters = z
  .partialRecord(z.enum(VIEW_PARAMETERS), z.string().trim().min(1).max(MAX_FILTER_LENGTH))
  .refine((given) => Object.keys(given).length > 0, 'A view has a filter, a search or an order');
export type ViewParameters = z.output<typeof ViewParameters>;

/** The most views of a person, and of a dealer. */
export const MAX_VIEWS = 50;

export const ViewName = text('The name', 60);

/** What a person keeps of the unit list under a name. Another view with the name is replaced. */
export const ViewInput = z.object({
  name: ViewName,
  /** True: all people of the dealer have it. */
  shared: z.boolean().default(false),
  parameters: ViewParameters,
});
export type ViewInput = z.output<typeof ViewInput>;

/** A view. It contains no unit: whoever opens it sees the units that they may see. */
export const View = ViewInput.extend({ savedBy: z.string() });
export type View = z.output<typeof View>;

/** The parts of an address that a view keeps; undefined if the list shows everything in its usual order. */
export function viewParametersOf(address: { get(name: string): string | null }): ViewParameters | undefined {
  const given = VIEW_PARAMETERS.flatMap((name) => {
    const value = address.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return ViewParameters.safeParse(Object.fromEntries(given)).data;
}
