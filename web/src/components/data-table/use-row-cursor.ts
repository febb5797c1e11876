import type { Row as TableRowModel } from '@tanstack/react-table';
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { editRow } from '../menu/edits-row.ts';
import { cursorMoveOf, moveCursor } from './row-cursor.ts';
import type { KeptPlace } from './types.ts';
import type { RowChoice } from './use-row-selection.ts';

interface RowCursorOptions<Row> {
  rows: readonly TableRowModel<Row>[];
  body: RefObject<HTMLElement | null>;
  choice: RowChoice | undefined;
  open: ((row: TableRowModel<Row>, newTab: boolean) => void) | undefined;
  /** Keeps the row that is opened. */
  place: KeptPlace;
  /** Scrolls a row into view. */
  reveal: (index: number) => void;
  /** The number of rows that fit in the view. */
  pageRows: () => number;
}

const INTERACTIVE = 'a, button, input, select, textarea, label, [role=menuitem], [contenteditable=true]';
const FOCUSABLE = 'a[href], button, input';
const FIELD = 'input:not([type=checkbox]), select, textarea, [contenteditable=true]';

const rowElement = (target: EventTarget) => (target as HTMLElement).closest<HTMLTableRowElement>('tr[data-row]');

/** The row of the keyboard, and the handlers for keys and clicks on rows. */
export function useRowCursor<Row>({ rows, body, choice, open, place, reveal, pageRows }: RowCursorOptions<Row>) {
  const [activeId, setActiveId] = useState(place.opened);
  const activeIndex = activeId === undefined ? -1 : rows.findIndex((row) => row.id === activeId);

  // After a way back, the keyboard goes on from the row that was opened.
  const wanted = useRef(place.opened);
  // Runs until the row is rendered.
  useLayoutEffect(() => {
    const row = wanted.current === undefined ? null : rowAt(body.current, activeIndex);
    if (!row) return;
    if (activeId === wanted.current && !isOnControl()) row.focus({ preventScroll: true });
    wanted.current = undefined;
  });

  const goTo = (index: number | undefined) => {
    if (index === undefined) return;
    // A row out of view is rendered once it is the active one.
    flushSync(() => setActiveId(rows[index]!.id));
    rowAt(body.current, index)?.focus({ preventScroll: true });
    reveal(index);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = rowElement(event.target);
    const index = Number(element?.dataset.index ?? Number.NaN);
    const row = rows[index];
    if (!element || !row || event.altKey || (event.target as HTMLElement).matches(FIELD)) return;
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const onRow = event.target === element;
    const held = event.ctrlKey || event.metaKey;

    if (event.key === 'Enter' && onRow && open) {
      handled();
      place.opened = row.id;
      open(row, held);
    } else if (held && event.key === 'a' && choice) {
      handled();
      choice.selectPage(true);
    } else if (held) {
      return;
    } else if ((event.key.toLowerCase() === 'x' || (event.key === ' ' && onRow)) && choice) {
      handled();
      choice.select(row.id, !choice.isSelected(row.id), event.shiftKey);
    } else if (event.key.toLowerCase() === 'e' && editRow(element)) {
      handled();
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      handled();
      moveInRow(element, event.target as HTMLElement, event.key === 'ArrowRight' ? 1 : -1);
    } else {
      const move = cursorMoveOf(event.key);
      if (!move) return;
      handled();
      goTo(moveCursor(index, move, rows.length, pageRows()));
    }
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const element = rowElement(event.target);
    const row = element && rows[Number(element.dataset.index)];
    if (!row || event.defaultPrevented) return;
    setActiveId(row.id);
    place.opened = row.id;
    if ((event.target as HTMLElement).closest(INTERACTIVE)) return;
    if (event.shiftKey && choice) choice.select(row.id, true, true);
    else if (event.button <= 1 && getSelection()?.isCollapsed !== false) {
      open?.(row, event.ctrlKey || event.metaKey || event.button === 1);
    }
  };

  return {
    activeIndex,
    /** For the body of the table. */
    handlers: {
      onKeyDown,
      onClick,
      onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && onClick(event),
      onMouseDown: (event: MouseEvent<HTMLElement>) => {
        // A click with Shift selects rows, not text.
        if (event.shiftKey && choice) event.preventDefault();
      },
      onFocus: (event: React.FocusEvent<HTMLElement>) => {
        const element = rowElement(event.target);
        const row = element && rows[Number(element.dataset.index)];
        if (row) setActiveId(row.id);
      },
    },
    /** Enters the table, at the last active row if there is one. */
    enter: (direction: 'next' | 'previous') =>
      goTo(moveCursor(activeIndex < 0 ? undefined : activeIndex, direction, rows.length, 1)),
  };
}

const rowAt = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null;

/** False on the page itself, and on a heading that has the focus because the page changed. */
const isOnControl = () => (document.activeElement as HTMLElement).tabIndex >= 0;

/** Moves the focus between the row and its controls. */
function moveInRow(row: HTMLElement, from: HTMLElement, step: 1 | -1) {
  const stops = [row, ...row.querySelectorAll<HTMLElement>(FOCUSABLE)];
  stops[stops.indexOf(from) + step]?.focus();
}
