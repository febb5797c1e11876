/** What a key event is, as far as shortcuts care. */
export interface KeyFacts {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * A shortcut is steps parted by spaces: `?`, `g u`, `mod+k`. `mod` is Command on Apple's machines and Control elsewhere.
 * Letters are written small; a sign that needs Shift (`?`) is written as itself.
 */
export const stepsOf = (shortcut: string): string[] => shortcut.split(' ');

/** A key event written as a shortcut step. */
export function stepOf(event: KeyFacts, apple: boolean): string | undefined {
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(event.key)) return undefined;
  const mod = apple ? event.metaKey : event.ctrlKey;
  if (event.altKey || (apple ? event.ctrlKey : event.metaKey)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
  return [mod && 'mod', shift && 'shift', key].filter(Boolean).join('+');
}

/** How long the first key of a sequence waits for the second. */
export const SEQUENCE_MILLISECONDS = 1500;

export type SequenceResult = { pending: readonly string[]; fired?: string };

/** The next state of key sequences: which shortcut fires, or what is pending. */
export function advance(shortcuts: readonly string[], pending: readonly string[], step: string): SequenceResult {
  const typed = [...pending, step];
  const fired = shortcuts.find((shortcut) => shortcut === typed.join(' '));
  if (fired) return { pending: [], fired };
  const begins = shortcuts.some((shortcut) => shortcut.startsWith(`${typed.join(' ')} `));
  if (begins) return { pending: typed };
  return pending.length > 0 ? advance(shortcuts, [], step) : { pending: [] };
}

const SPOKEN: Readonly<Record<string, string>> = {
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
    return SPOKEN[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
