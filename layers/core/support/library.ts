import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';

/** What support offers besides tickets. */
export const LIBRARY_KINDS = ['video', 'download'] as const;
export const LibraryKind = z.enum(LIBRARY_KINDS);
export type LibraryKind = z.infer<typeof LibraryKind>;

export const MAX_ENTRIES = 300;

const line = (name: string, most: number) =>
  z.string().trim().min(1, `Must enter a ${name}`).max(most).refine(isVisible, NOT_VISIBLE);

/** A video or a download, which another server has. */
export const NewLibraryEntry = z.object({
  kind: LibraryKind,
  /** Entries are shown by group. */
  group: line('group', 60),
  title: line('title', 120),
  description: z.string().trim().max(400).default(''),
  link: z.url({ protocol: /^https$/, error: 'A link starts with https://' }).max(500),
});

export const LibraryEntry = NewLibraryEntry.extend({
  entryKey: z.string().regex(/^[0-9A-Z]{26}$/, 'No such entry'),
  group: z.string(),
  title: z.string(),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

/** Entries without their group, which their list names. */
const Listed = LibraryEntry.omit({ kind: true, group: true });
export const LibraryGroup = z.object({ name: z.string(), entries: z.array(Listed) });
export type LibraryGroup = z.infer<typeof LibraryGroup>;

const inOrder = new Intl.Collator('en', { numeric: true });

/** The entries by group, groups and entries by name. */
export function grouped(entries: readonly LibraryEntry[]): LibraryGroup[] {
  const groups = Map.groupBy(entries, ({ group }) => group);
  return [...groups]
    .sort(([one], [other]) => inOrder.compare(one, other))
    .map(([name, members]) => ({
      name,
      entries: members
        .map(({ kind: _, group: __, ...entry }) => entry)
        .sort((one, other) => inOrder.compare(one.title, other.title)),
    }));
}
