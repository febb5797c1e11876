import { useRef } from 'react';
import { useStable } from '../hooks/use-stable.ts';
import { pageSelection, type RowSelection, setRange, setRows, toggleRow } from './selection.ts';
import type { TableSelection } from './types.ts';

export interface RowChoice {
  isSelected: (id: string) => boolean;
  page: 'none' | 'some' | 'all';
  select: (id: string, on: boolean, shift: boolean) => void;
  selectPage: (on: boolean) => void;
  clear: () => void;
}

/** Selects by click, by range and by page among the shown rows. Undefined if the table has no selection. */
export function useRowSelection(
  selection: TableSelection | undefined,
  shown: readonly string[],
): RowChoice | undefined {
  const anchor = useRef<string>(undefined);

  // Removing rows from "all matching" keeps the other shown rows.
  const current = (): RowSelection => (selection?.everything ? new Set(shown) : (selection?.ids ?? new Set()));
  const change = (next: RowSelection) => {
    if (selection?.everything) selection.onEverythingChange?.(false);
    selection?.onChange(next);
  };

  const select = useStable((id: string, on: boolean, shift: boolean) => {
    change(shift ? setRange(current(), shown, anchor.current, id, on) : toggleRow(current(), id, on));
    anchor.current = id;
  });
  const selectPage = useStable((on: boolean) => change(setRows(current(), shown, on)));
  const clear = useStable(() => change(new Set()));

  if (!selection) return undefined;
  return {
    isSelected: (id) => selection.everything === true || selection.ids.has(id),
    page: selection.everything ? 'all' : pageSelection(selection.ids, shown),
    select,
    selectPage,
    clear,
  };
}
