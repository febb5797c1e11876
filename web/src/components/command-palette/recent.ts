import { rememberRecent } from './rank.ts';

const KEY = 'watchkeep.palette.recent';
const KEEP = 8;

/** Ids of commands, the newest first; nothing where the browser keeps nothing. */
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
    localStorage.setItem(KEY, JSON.stringify(rememberRecent(recentCommands(), id, KEEP)));
  } catch {
    // Without storage nothing is recent.
  }
}
