/**
 * A shortcut is steps separated by spaces: `?`, `g u`, `mod+k`. `mod` is Command on Apple's machines and Control elsewhere.
 * Letters are lower case. A sign is written as itself, whether or not the keyboard needs Shift for it.
 */
export const stepsOf = (shortcut: string): string[] => shortcut.split(' ');

/** The same in the notation of tinykeys. A sign gives two bindings, because keyboards differ in which signs need Shift. */
export function bindingsOf(shortcut: string): string[] {
  const binding = shortcut.replace('mod+', '$mod+');
  return /^[^a-z]$/.test(shortcut) ? [binding, `Shift+${binding}`] : [binding];
}

const CAPS: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  shift: '⇧',
};

/** The key caps of a step: `mod+Enter` gives `⌘ ↵` or `Ctrl ↵`. */
export const keyCaps = (step: string, apple: boolean): string[] =>
  step.split('+').map((part) => {
    if (part === 'mod') return apple ? '⌘' : 'Ctrl';
    return CAPS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
