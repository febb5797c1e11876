/** The newest command comes first [P2-K13]. */
const MAX_RECENT_COMMANDS = 20;

/** Puts `command` at the front, once, and drops the oldest beyond the limit [P2-E53]. */
export const withRecentCommand = (commands: readonly string[], command: string): string[] =>
  [command, ...commands.filter((known) => known !== command)].slice(0, MAX_RECENT_COMMANDS);

/** Reads the stored list; damaged data counts as empty. */
export function readRecentCommands(kept: string | null): string[] {
  try {
    const commands: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(commands)) return [];
    return commands.filter((command) => typeof command === 'string').slice(0, MAX_RECENT_COMMANDS);
  } catch {
    return [];
  }
}
