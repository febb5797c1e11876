/** A column as the choice dialog knows it. */
export interface ChoosableColumn {
  id: string;
  label: string;
  shownByDefault?: boolean;
  locked?: boolean;
  excludes?: readonly string[];
}

export type ColumnChoice = Readonly<Record<string, boolean>>;

export const defaultChoice = (columns: readonly ChoosableColumn[]): ColumnChoice =>
  Object.fromEntries(columns.map((column) => [column.id, column.locked || (column.shownByDefault ?? true)]));

/** The columns that exclude the named one, whichever of the two declares it. */
export function exclusivesOf(columns: readonly ChoosableColumn[], id: string): string[] {
  const own = columns.find((column) => column.id === id)?.excludes ?? [];
  const others = columns.filter((column) => column.excludes?.includes(id)).map((column) => column.id);
  return [...new Set([...own, ...others])];
}

/** `choice` with a column turned on or off. Turning it on clears the columns that it excludes. A locked column stays on. */
export function choose(
  columns: readonly ChoosableColumn[],
  choice: ColumnChoice,
  id: string,
  shown: boolean,
): ColumnChoice {
  if (columns.find((column) => column.id === id)?.locked) return choice;
  const cleared = shown ? exclusivesOf(columns, id).map((other) => [other, false] as const) : [];
  return { ...choice, ...Object.fromEntries(cleared), [id]: shown };
}

/** All columns on, except those that an earlier one of the list excludes. */
export function chooseAll(columns: readonly ChoosableColumn[]): ColumnChoice {
  const all: Record<string, boolean> = {};
  for (const { id } of columns) all[id] = !exclusivesOf(columns, id).some((other) => all[other]);
  return all;
}
