export interface ColumnWidth {
  /** Its usual width in pixels. */
  size: number;
  /** Takes the remaining width. If no column does, all share it. */
  grows?: boolean;
}

/** A column shrinks to this part of its usual width before the table scrolls sideways. Cut text shows on hover. */
const LEAST_PART = 0.8;

/** Widths in pixels that fill `available`. If the least widths do not fit, the table scrolls sideways at its usual widths. */
export function fitColumns(columns: readonly ColumnWidth[], available: number): number[] {
  const total = columns.reduce((sum, { size }) => sum + size, 0);
  const left = Math.floor(available) - total;
  if (columns.length === 0 || left === 0 || available < total * LEAST_PART) return columns.map(({ size }) => size);
  const someGrow = left > 0 && columns.some(({ grows }) => grows);
  const shares = columns.map(({ size, grows }) => (someGrow && !grows ? 0 : size));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const widths = columns.map(({ size }, index) => size + Math.floor((left * shares[index]!) / whole));
  const rest = Math.floor(available) - widths.reduce((sum, width) => sum + width, 0);
  const last = shares.findLastIndex((share) => share > 0);
  widths[last] = widths[last]! + rest;
  return widths;
}
