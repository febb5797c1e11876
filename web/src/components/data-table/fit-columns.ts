export interface ColumnWidth {
  /** Its usual width in pixels. */
  size: number;
  /** Takes the remaining width, and gives of its own first. If no column does, all share it. */
  grows?: boolean;
}

/** The parts of their usual widths to which columns shrink before the table scrolls sideways. Cut text shows on hover. */
const LEAST = { grows: 0.6, other: 0.8 };

/** Widths in pixels that fill `available`. If the least widths do not fit, the table scrolls sideways at its usual widths. */
export function fitColumns(columns: readonly ColumnWidth[], available: number): number[] {
  const sizes = columns.map(({ size }) => size);
  const left = Math.floor(available) - sum(sizes);
  if (columns.length === 0 || left === 0) return sizes;
  const growing = columns.map(({ size, grows }) => (grows ? size : 0));
  if (left > 0) return spread(sizes, left, sum(growing) > 0 ? growing : sizes);

  const given = columns.map(({ size, grows }) => size * (1 - (grows ? LEAST.grows : LEAST.other)));
  if (-left > sum(given)) return sizes;
  const givenFirst = given.map((part, index) => (columns[index]!.grows ? part : 0));
  if (-left <= sum(givenFirst)) return spread(sizes, left, givenFirst);
  const after = sizes.map((size, index) => size - givenFirst[index]!);
  const others = given.map((part, index) => part - givenFirst[index]!);
  return spread(after, Math.floor(available) - sum(after), others);
}

/** Adds `left` to the sizes in proportion to `shares`, in whole pixels. The last column with a share gets the rest. */
function spread(sizes: readonly number[], left: number, shares: readonly number[]): number[] {
  const whole = sum(shares);
  const widths = sizes.map((size, index) => Math.floor(size + (left * shares[index]!) / whole));
  const last = shares.findLastIndex((share) => share > 0);
  widths[last]! += Math.round(sum(sizes) + left - sum(widths));
  return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
