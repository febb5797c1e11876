import type { Column, Row as TableRowModel } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { columnLabel, type DataColumn, textOf } from './columns.ts';
import { FONT_SIZE } from './use-density.ts';

/** Rows that are measured: the first page of most lists. */
const MEASURED_ROWS = 100;
/** Pixels: the padding of a cell and its line, and a button that copies. */
const PADDING = 18;
const COPY_BUTTON = 24;

export interface TextWidths {
  /** No text is cut. */
  needs?: number | undefined;
  /** There is room for what cells show only then. */
  wants?: number | undefined;
}

/**
 * The widths that the texts of the columns take, by the ids of the columns. A width only grows while the table is shown, so that the columns
 * stay when the next page comes.
 */
export function useTextWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly TableRowModel<Row>[],
  fontSize: number,
): ReadonlyMap<string, TextWidths> {
  const most = useRef(new Map<string, TextWidths>());
  return useMemo(() => {
    const next = new Map<string, TextWidths>();
    for (const { id, columnDef } of columns) {
      const column = columnDef as DataColumn<Row>;
      const before = most.current.get(id);
      next.set(id, {
        needs: larger(before?.needs, widest(column, textOf(column), rows, fontSize)),
        wants: larger(before?.wants, widest(column, column.meta?.longText, rows, fontSize)),
      });
    }
    most.current = new Map([...most.current, ...next]);
    return next;
  }, [columns, rows, fontSize]);
}

const larger = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

function widest<Row>(
  column: DataColumn<Row>,
  text: ((row: Row, index: number) => string) | undefined,
  rows: readonly TableRowModel<Row>[],
  fontSize: number,
): number | undefined {
  if (!text) return undefined;
  const { locked, copyable } = column.meta ?? {};
  const widthOf = textWidths(locked ? 600 : 400, fontSize);
  const ofRows = rows.slice(0, MEASURED_ROWS).map(({ original, index }) => widthOf(text(original, index)));
  const ofLabel = textWidths(600, FONT_SIZE.dense)(columnLabel(column));
  return Math.ceil(Math.max(ofLabel, ...ofRows) + PADDING + (copyable ? COPY_BUTTON : 0));
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Measures texts in the font of the page. */
function textWidths(weight: number, size: number): (text: string) => number {
  canvas ??= document.createElement('canvas').getContext('2d');
  const font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => {
    if (!canvas) return 0;
    canvas.font = font;
    // In a table, all digits and the hyphen are as wide as a zero.
    return canvas.measureText(text.replaceAll(/[\d-]/g, '0')).width;
  };
}
