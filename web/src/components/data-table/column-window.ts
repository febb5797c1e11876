/** A table with no more columns draws all of them. */
const FEW = 16;
/** Columns so near to the sight are drawn too, in pixels. */
const MARGIN = 400;
/** A window moves by steps of so many pixels, so that rows are not drawn anew with every pixel. */
const STEP = 200;

/** The drawn columns, from `from` to before `to`. The first column is always drawn, because it stays in sight. */
export interface ColumnWindow {
  from: number;
  to: number;
}

/** The step of the window at which a table is scrolled sideways. */
export const stepOf = (left: number): number => Math.floor(left / STEP) * STEP;

/** Which columns are drawn while a table is scrolled sideways. `width` is that of its sight. */
export function columnWindow(
  widths: readonly number[],
  { left, width }: { left: number; width: number },
): ColumnWindow {
  const all = { from: 1, to: widths.length };
  if (widths.length <= FEW || width === 0) return all;
  const start = stepOf(left) - MARGIN;
  const end = start + width + STEP + 2 * MARGIN;
  let [from, to, at] = [1, 1, widths[0]!];
  for (let index = 1; index < widths.length && at < end; index += 1) {
    at += widths[index]!;
    to = index + 1;
    if (at <= start) from = to;
  }
  return { from, to };
}
