import { describe, expect, it } from 'vitest';
import { advance, keyCaps, stepOf } from '#web/components/shortcuts/keys.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('shortcuts', () => {
  it('writes keys down; Command is the modifier on Apple machines and Control elsewhere', () => {
    expect(stepOf(press('k', { ctrlKey: true }), false)).toBe('mod+k');
    expect(stepOf(press('k', { metaKey: true }), true)).toBe('mod+k');
    expect(stepOf(press('k', { ctrlKey: true }), true)).toBeUndefined();
    expect(stepOf(press('?', { shiftKey: true }), false)).toBe('?');
    expect(stepOf(press('S', { shiftKey: true }), false)).toBe('shift+s');
    expect(stepOf(press('Shift', { shiftKey: true }), false)).toBeUndefined();
  });

  it('fires sequences, and starts anew after a key that leads nowhere', () => {
    const known = ['g u', 'g c', 'j', 'u'];
    expect(advance(known, [], 'g')).toEqual({ pending: ['g'] });
    expect(advance(known, ['g'], 'u')).toEqual({ pending: [], fired: 'g u' });
    expect(advance(known, ['g'], 'j')).toEqual({ pending: [], fired: 'j' });
    expect(advance(known, ['g'], 'q')).toEqual({ pending: [] });
    expect(advance(known, [], 'u')).toEqual({ pending: [], fired: 'u' });
  });

  it('draws key caps', () => {
    expect(keyCaps('mod+Enter', true)).toEqual(['⌘', '↵']);
    expect(keyCaps('mod+k', false)).toEqual(['Ctrl', 'K']);
  });
});
