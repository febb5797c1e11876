import { expect, it } from 'vitest';
import { connectionsWithin, mostOpenFiles } from '#bridge/limits/open-files.ts';

it.each([
  ['has many files', 65_536, 20_000],
  ['has as many files as connections', 20_000, 19_500],
  ['has few files', 1_024, 524],
  ['has next to none', 256, 1],
])('a bridge that %s leaves its own connections the files that they need', (_, openFiles, connections) => {
  expect(connectionsWithin(20_000, openFiles)).toBe(connections);
});

it('knows how many files its process may open', () => {
  expect(mostOpenFiles()).toBeGreaterThan(100);
});
