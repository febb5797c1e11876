export interface Slice {
  label: string;
  count: number;
  /** Per cent, to people. */
  share: string;
}

/** More slices cannot be told from each other. */
const SLICES = 7;

/** The largest counts as slices of a circle; the rest is one slice. */
export function slicesOf(counts: readonly { label: string; count: number }[]): Slice[] {
  const sorted = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const shown = sorted.length <= SLICES ? sorted : sorted.slice(0, SLICES - 1);
  const rest = total - shown.reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(rest > 0 ? [{ label: 'Others', count: rest }] : [])].map(({ label, count }) => {
    const percent = (100 * count) / total;
    return { label, count, share: percent < 0.1 ? '<0.1' : percent.toFixed(1) };
  });
}
