import { z } from 'zod';

/** An opaque place in a list, as an earlier page gave it. */
export const Cursor = z.string().min(1).max(2048);

/** The parts of an input that ask for one page. `pageSize` counts rows. */
export const PageRequest = z.object({
  cursor: Cursor.optional(),
  pageSize: z.coerce.number().int().min(1).max(1000).default(100),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** One page of `Item`; `cursor` is null on the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), cursor: z.string().nullable() });

export interface Page<Item> {
  items: Item[];
  cursor: string | null;
}
