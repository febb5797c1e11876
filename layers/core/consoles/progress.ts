/** Progress in whole percent; undefined unless both value and maximum are known [P2-V51]. */
export function progressPercent(value: number | undefined, maximum: number | undefined): number | undefined {
  if (value === undefined || maximum === undefined || maximum <= 0) return undefined;
  return Math.min(100, Math.max(0, Math.round((100 * value) / maximum)));
}
