export interface ColumnWidth {
  /** Its usual width in pixels. */
  size: number;
  /** The width at which no text of its cells is cut, if it is known. */
  needs?: number | undefined;
  /** The width at which its cells show more, if there is any. */
  wants?: number | undefined;
  /** Takes the remaining width, and gives of its own first. If no column does, all share it. */
  grows?: boolean | undefined;
}

/** The parts of their widths to which columns shrink before the table scrolls sideways. Cut text shows on hover. */
const LEAST = { grows: 0.6, other: 0.8 };
/** A column asks for so much more than its usual width at most. */
const MOST = 1.8;

/**
 * Widths in pixels that fill `available`. A column with room to spare gives it to one whose text would be cut. If the least widths do not fit,
 * the table scrolls sideways at its usual widths.
 */
export function fitColumns(columns: readonly ColumnWidth[], available: number): number[] {
  const usual = columns.map(({ size }) => size);
  const width = Math.floor(available);
  if (columns.length === 0 || width <= 0) return usual;
  const needed = columns.map(({ size, needs = size }) => Math.min(needs, size * MOST));
  if (sum(needed) <= width) {
    // Up to their usual widths first, so that a table with room looks the same whatever its rows are.
    const missing = columns.map(({ size }, index) => Math.max(0, size - needed[index]!));
    const left = width - sum(needed);
    if (left <= sum(missing)) return spread(needed, left, missing);
    const wide = needed.map((one, index) => one + missing[index]!);
    const wanted = columns.map(({ wants = 0 }, index) => Math.max(0, wants - wide[index]!));
    const over = width - sum(wide);
    if (over <= sum(wanted)) return spread(wide, over, wanted);
    const full = wide.map((one, index) => one + wanted[index]!);
    const growing = columns.map(({ size, grows }) => (grows ? size : 0));
    return spread(full, width - sum(full), sum(growing) > 0 ? growing : usual);
  }

  // Not all text fits. A column never gives what another has no use for.
  const sizes = columns.map(({ size }, index) => Math.min(size, needed[index]!));
  if (sum(sizes) <= width)
    return spread(
      sizes,
      width - sum(sizes),
      needed.map((one, index) => one - sizes[index]!),
    );
  const given = columns.map(({ grows }, index) => sizes[index]! * (1 - (grows ? LEAST.grows : LEAST.other)));
  const missing = sum(sizes) - width;
  if (missing > sum(given)) return usual;
  const givenFirst = given.map((part, index) => (columns[index]!.grows ? part : 0));
  if (missing <= sum(givenFirst)) return spread(sizes, -missing, givenFirst);
  const after = sizes.map((size, index) => size - givenFirst[index]!);
  const others = given.map((part, index) => part - givenFirst[index]!);
  return spread(after, width - sum(after), others);
}

/** Adds `left` to the sizes in proportion to `shares`, in whole pixels. The last column with a share gets the rest. */
function spread(sizes: readonly number[], left: number, shares: readonly number[]): number[] {
  const whole = sum(shares);
  if (whole === 0) return [...sizes];
  const widths = sizes.map((size, index) => Math.floor(size + (left * shares[index]!) / whole));
  const last = shares.findLastIndex((share) => share > 0);
  widths[last]! += Math.round(sum(sizes) + left - sum(widths));
  return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
