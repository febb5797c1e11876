import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyCaps } from '#web/components/shortcuts/keys.ts';

type Modifier = 'Control' | 'Meta' | 'Alt' | 'Shift';

class KeyPress extends Event {
  readonly key: string;
  readonly held: readonly Modifier[];
  readonly code = '';
  constructor(key: string, held: readonly Modifier[]) {
    super('keydown', { cancelable: true });
    this.key = key;
    this.held = held;
  }
  getModifierState = (modifier: Modifier) => this.held.includes(modifier);
}

let release: (() => void) | undefined;
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('KeyboardEvent', KeyPress);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('document', { querySelector: () => null });
});
afterEach(() => {
  release?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Registers shortcuts for a kind of machine and returns a function that presses keys and lists the shortcuts that ran. */
async function listen(platform: string, ...shortcuts: string[]) {
  vi.stubGlobal('navigator', { platform });
  const { register } = await import('#web/components/shortcuts/shortcut-store.ts');
  const ran: string[] = [];
  release = register(shortcuts.map((keys) => ({ keys, label: keys, run: () => ran.push(keys) })));
  return (key: string, ...held: Modifier[]) => {
    window.dispatchEvent(new KeyPress(key, held));
    return ran.splice(0);
  };
}

describe('shortcuts', () => {
  it('use Control as the modifier', async () => {
    const press = await listen('Linux x86_64', 'mod+k');
    expect(press('k', 'Control')).toEqual(['mod+k']);
    expect(press('k', 'Meta')).toEqual([]);
    expect(press('k')).toEqual([]);
  });

  it("use Command as the modifier on Apple's machines", async () => {
    const press = await listen('MacIntel', 'mod+k');
    expect(press('k', 'Meta')).toEqual(['mod+k']);
    expect(press('k', 'Control')).toEqual([]);
  });

  it('match a sign with or without Shift, and a letter only without', async () => {
    const press = await listen('Linux x86_64', '?', '/', 's');
    expect(press('?', 'Shift')).toEqual(['?']);
    expect(press('/')).toEqual(['/']);
    expect(press('/', 'Shift')).toEqual(['/']);
    expect(press('S', 'Shift')).toEqual([]);
    expect(press('Shift', 'Shift')).toEqual([]);
  });

  it('run sequences, and start again after an unknown key or a pause', async () => {
    const press = await listen('Linux x86_64', 'u', 'g u', 'g c', 'j');
    expect([press('g'), press('u')]).toEqual([[], ['g u']]);
    expect([press('g'), press('j')]).toEqual([[], ['j']]);
    expect([press('g'), press('q'), press('c')]).toEqual([[], [], []]);
    expect(press('u')).toEqual(['u']);
    press('g');
    vi.advanceTimersByTime(1600);
    expect(press('c')).toEqual([]);
  });

  it('are shown as key caps', () => {
    expect(keyCaps('mod+Enter', true)).toEqual(['⌘', '↵']);
    expect(keyCaps('mod+k', false)).toEqual(['Ctrl', 'K']);
  });
});
