export interface ColumnWidth {
  /** Pixels at least. */
  size: number;
  /** Takes the remaining width. If no column does, all share it. */
  grows?: boolean;
}

/** Widths in pixels that fill `available`, or the minimum widths if they do not fit. The table then scrolls sideways. */
export function fitColumns(columns: readonly ColumnWidth[], available: number): number[] {
  const total = columns.reduce((sum, { size }) => sum + size, 0);
  const left = Math.floor(available) - total;
  if (left <= 0 || columns.length === 0) return columns.map(({ size }) => size);
  const someGrow = columns.some(({ grows }) => grows);
  const shares = columns.map(({ size, grows }) => (someGrow && !grows ? 0 : size));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const widths = columns.map(({ size }, index) => size + Math.floor((left * shares[index]!) / whole));
  const rest = Math.floor(available) - widths.reduce((sum, width) => sum + width, 0);
  const last = shares.findLastIndex((share) => share > 0);
  widths[last] = widths[last]! + rest;
  return widths;
}
