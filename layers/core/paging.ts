import { z } from 'zod';

/** An opaque position in a list, from an earlier page. */
export const Cursor = z.string().min(1).max(2048);

/** Input fields that request one page. `pageSize` counts rows. */
export const PageRequest = z.object({
  cursor: Cursor.optional(),
  pageSize: z.coerce.number().int().min(1).max(1000).default(100),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** One page of `Item`. `cursor` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), cursor: z.string().nullable() });

export interface Page<Item> {
  items: Item[];
  cursor: string | null;
}
