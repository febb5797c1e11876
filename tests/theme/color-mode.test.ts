import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { COLOR_MODE_KEY, resolveColorMode } from '#web/theme/color-mode.ts';

const bootstrap = readFileSync(new URL('../../web/src/bootstrap.js', import.meta.url), 'utf8');

/** The class that the script before the first paint sets. */
function classAtFirstPaint({ kept, systemIsDark }: { kept: string | null | Error; systemIsDark: boolean }) {
  const classes: string[] = [];
  runInNewContext(bootstrap, {
    localStorage: {
      getItem(key: string) {
        if (kept instanceof Error) throw kept;
        return key === COLOR_MODE_KEY ? kept : null;
      },
    },
    matchMedia: (query: string) => ({ matches: query.includes('dark') && systemIsDark }),
    document: { documentElement: { classList: { add: (name: string) => classes.push(name) } } },
  });
  return classes;
}

describe('the theme before the first paint', () => {
  test.each([
    ['light', true],
    ['light', false],
    ['dark', true],
    ['dark', false],
    ['system', true],
    ['system', false],
  ] as const)('chosen %s, the system dark: %s; the app decides the same', (choice, systemIsDark) => {
    const kept = choice === 'system' ? null : choice;
    expect(classAtFirstPaint({ kept, systemIsDark })).toEqual([resolveColorMode(choice, systemIsDark)]);
  });

  test('follows the system if storage is forbidden', () =>
    expect(classAtFirstPaint({ kept: new Error('SecurityError'), systemIsDark: true })).toEqual(['dark']));
});
