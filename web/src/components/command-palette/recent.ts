const KEY = 'watchkeep.palette.recent';
const KEPT = 8;

/** `recent` with `id` first, each id once, at most `keep` ids. */
export const rememberRecent = (recent: readonly string[], id: string, keep: number): string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, keep);

/** The ids of the commands used last, newest first; empty if the browser stores nothing. */
export function recentCommands(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rememberRecent(recentCommands(), id, KEPT)));
  } catch {
    // Without storage nothing is recent.
  }
}
