import { expect, it } from 'vitest';
import { SequenceWindow } from '#bridge/sequence-window.ts';
import { between, seeded } from '../protocol/random.ts';

it('knows the stored numbers among the latest 33, whatever order they came in', () => {
  const random = seeded(5);
  for (let round = 0; round < 100; round++) {
    const window = new SequenceWindow();
    const stored = new Set<number>();
    let highest = 0;
    for (let count = 0; count < 120; count++) {
      const sequence = Math.max(1, highest + between(random, -40, round % 2 ? 3 : 60));
      window.add(sequence);
      stored.add(sequence);
      highest = Math.max(highest, sequence);
      const near = Array.from({ length: 35 }, (_, index) => highest - 32 + index).filter((number) => number > 0);
      expect(near.filter((number) => window.has(number))).toEqual(near.filter((number) => stored.has(number)));
      expect(window.has(highest - 33)).toBe(false);
    }
  }
});

it('knows nothing at first', () => {
  const window = new SequenceWindow();
  expect([0, 1, 2].some((sequence) => window.has(sequence))).toBe(false);
});

it('works up to the highest number there is', () => {
  const window = new SequenceWindow();
  for (const sequence of [0xfffffffd, 0xffffffff]) window.add(sequence);
  expect([0xfffffffd, 0xfffffffe, 0xffffffff].map((sequence) => window.has(sequence))).toEqual([true, false, true]);
});
