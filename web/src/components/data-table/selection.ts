/** Ids of selected rows. It survives sorting and paging, because it contains no positions. */
export type RowSelection = ReadonlySet<string>;

/** `selection` with one row toggled, or set to `on`. */
export function toggleRow(selection: RowSelection, id: string, on = !selection.has(id)): RowSelection {
  return setRows(selection, [id], on);
}

/** `selection` with all of `ids` set to `on`. */
export function setRows(selection: RowSelection, ids: Iterable<string>, on: boolean): RowSelection {
  const next = new Set(selection);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * `selection` with every row from `anchor` to `target`, both included and in the order shown, set to `on`.
 * If the anchor is no longer shown, only the target changes.
 */
export function setRange(
  selection: RowSelection,
  shown: readonly string[],
  anchor: string | undefined,
  target: string,
  on: boolean,
): RowSelection {
  const from = anchor === undefined ? -1 : shown.indexOf(anchor);
  const to = shown.indexOf(target);
  if (from < 0 || to < 0) return toggleRow(selection, target, on);
  return setRows(selection, shown.slice(Math.min(from, to), Math.max(from, to) + 1), on);
}

/** How much of the page is selected, for the header's three-state checkbox. */
export function pageSelection(selection: RowSelection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const count = shown.reduce((sum, id) => sum + (selection.has(id) ? 1 : 0), 0);
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}

/** The selected rows that are not among the shown ones, in the order of their selection. */
export function outOfSight(selection: RowSelection, shown: readonly string[]): string[] {
  const inSight = new Set(shown);
  return [...selection].filter((id) => !inSight.has(id));
}
