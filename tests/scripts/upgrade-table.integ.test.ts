import { expect, it } from 'vitest';
import { runScript } from './support.ts';

it('a step of `npm run upgrade:table` that fails is named at once, and the next ones run', async () => {
  const { code, stdout, stderr } = await runScript('upgrade-table.ts', ['--table', 'no-such-table']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const failed = stderr.split('\n').filter((line) => line.startsWith('The step did not end: '));
  expect(failed).toHaveLength(12);
  expect(failed.at(-1)).toBe(
    'The step did not end: names of views are compared by their looks of this version. Run this again in some minutes:',
  );
}, 60_000);
