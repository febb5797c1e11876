import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// ErrorState knows which failures a retry can help. It needs the failure, not only its message.

it('gives the failure of a call to ErrorState as it is, on every screen', () => {
  const tags = globSync('web/src/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<ErrorState\b(?:(?!\/>)[\s\S])*/g)].map(([tag]) => ({ file, tag })),
  );
  expect(tags.length).toBeGreaterThan(15);
  expect(tags.filter(({ tag }) => /description=\{[\w.?]*\.message\}/.test(tag))).toEqual([]);
});
