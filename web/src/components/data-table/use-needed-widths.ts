import type { Column, Row as TableRowModel } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { columnLabel, type DataColumn, widthText } from './columns.ts';
import { FONT_SIZE } from './use-density.ts';

/** Rows that are measured: the first page of most lists. */
const MEASURED_ROWS = 100;
/** Pixels: the padding of a cell and its line, and a button that copies. */
const PADDING = 18;
const COPY_BUTTON = 24;

/**
 * The widths at which no text of the columns is cut, by their ids. A width only grows while the table is shown, so that the columns stay when the
 * next page comes.
 */
export function useNeededWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly TableRowModel<Row>[],
  fontSize: number,
): ReadonlyMap<string, number> {
  const most = useRef(new Map<string, number>());
  return useMemo(() => {
    const next = new Map<string, number>();
    for (const column of columns) {
      const needed = neededWidth(column.columnDef as DataColumn<Row>, rows, fontSize);
      if (needed !== undefined) next.set(column.id, Math.max(needed, most.current.get(column.id) ?? 0));
    }
    most.current = new Map([...most.current, ...next]);
    return next;
  }, [columns, rows, fontSize]);
}

function neededWidth<Row>(
  column: DataColumn<Row>,
  rows: readonly TableRowModel<Row>[],
  fontSize: number,
): number | undefined {
  const { locked, copyable } = column.meta ?? {};
  const widthOf = textWidths(locked ? 600 : 400, fontSize);
  let widest = 0;
  for (const { original, index } of rows.slice(0, MEASURED_ROWS)) {
    const text = widthText(column, original, index);
    if (text === undefined) return undefined;
    widest = Math.max(widest, widthOf(text));
  }
  const ofLabel = textWidths(600, FONT_SIZE.dense)(columnLabel(column));
  return Math.ceil(Math.max(widest, ofLabel) + PADDING + (copyable ? COPY_BUTTON : 0));
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Measures texts in the font of the page. */
function textWidths(weight: number, size: number): (text: string) => number {
  canvas ??= document.createElement('canvas').getContext('2d');
  const font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => {
    if (!canvas) return 0;
    canvas.font = font;
    return canvas.measureText(text).width;
  };
}
