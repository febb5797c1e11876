/** Progress in whole percent; undefined unless both value and maximum are known [P2-V51]. */
export function progressPercent(value: number | undefined, maximum: number | undefined): number | undefined {
  if (value === undefined || maximum === undefined || maximum <= 0) return undefined;
  return Math.min(100, Math.max(0, Math.round((100 * value) / maximum)));
}

/** What a bridge hears that is about to send a command. `ended`: it has ended, was withdrawn, or its unit left its dealer. `refused`: it ends now, for this reason. */
export type SendMark = 'marked' | 'ended' | { readonly refused: string };
