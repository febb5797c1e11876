/** So many commands are kept, the last one first [P2-K13]. */
export const MOST_RECENT_COMMANDS = 20;

/** `commands` with `command` at the front, once, and no more than are kept [P2-E53]. */
export const withRecentCommand = (commands: readonly string[], command: string): string[] =>
  [command, ...commands.filter((known) => known !== command)].slice(0, MOST_RECENT_COMMANDS);

/** The kept list; what is damaged or of another shape counts as empty. */
export function readRecentCommands(kept: string | null): string[] {
  try {
    const commands: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(commands)) return [];
    return commands.filter((command) => typeof command === 'string').slice(0, MOST_RECENT_COMMANDS);
  } catch {
    return [];
  }
}
