import type { RowSelection } from './selection.ts';

/** Rows per part: few enough that the page stays responsive. */
const PART_SIZE = 1000;

/** Rows in parts. Between two of them the browser handles input and draws. */
export async function* inParts<Row>(rows: readonly Row[], signal: AbortSignal): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += PART_SIZE) {
    signal.throwIfAborted();
    yield rows.slice(start, start + PART_SIZE);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The selected rows of a list. Reads no further once all are found. */
export async function* selectedRows<Row>(
  parts: AsyncIterable<readonly Row[]>,
  selected: RowSelection,
  rowId: (row: Row) => string,
): AsyncGenerator<readonly Row[]> {
  let found = 0;
  for await (const rows of parts) {
    const chosen = rows.filter((row) => selected.has(rowId(row)));
    found += chosen.length;
    yield chosen;
    if (found === selected.size) return;
  }
}
