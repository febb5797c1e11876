/** Milliseconds left at the pace so far; undefined while unknown. */
export function remainingTime(done: number, total: number, elapsed: number): number | undefined {
  if (done <= 0 || total <= 0 || elapsed < 2000) return undefined;
  return Math.max(0, (elapsed / done) * (total - done));
}

/** `about 2 min left`: coarse on purpose. */
export function spokenRemaining(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  if (seconds < 3600) return `about ${Math.ceil(seconds / 60)} min left`;
  return `about ${Math.round(seconds / 3600)} h left`;
}
