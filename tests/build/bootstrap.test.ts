import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { z } from 'zod';

const bootstrap = readFileSync(new URL('../../web/src/bootstrap.js', import.meta.url), 'utf8');

it('keeps zod from compiling parsers, which the content security policy forbids', () => {
  const page: Record<string, unknown> = {
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    document: { documentElement: { classList: { add: () => undefined } } },
  };
  runInNewContext(bootstrap, page);
  const [name] = Object.keys(page).filter((key) => key.startsWith('__zod'));
  expect(page[name!]).toEqual({ jitless: true });
  // zod's own name: its value is zod's configuration.
  expect(z.config()).toBe((globalThis as Record<string, unknown>)[name!]);
});
