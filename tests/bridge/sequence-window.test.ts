import { expect, it } from 'vitest';
import { SequenceWindow } from '#bridge/session/sequence-window.ts';
import { between, seeded } from '../protocol/random.ts';

it('finds the stored numbers among the latest 33, in any order of arrival', () => {
  const random = seeded(5);
  for (let round = 0; round < 100; round++) {
    const window = new SequenceWindow();
    const stored = new Map<number, number>();
    let highest = 0;
    for (let count = 0; count < 120; count++) {
      const sequence = Math.max(1, highest + between(random, -40, round % 2 ? 3 : 60));
      const fingerprint = between(random, 0, 2);
      window.add(sequence, fingerprint);
      stored.set(sequence, fingerprint);
      highest = Math.max(highest, sequence);
      const near = Array.from({ length: 35 }, (_, index) => highest - 32 + index).filter((number) => number > 0);
      const expected = (number: number) =>
        stored.has(number) ? (stored.get(number) === 1 ? 'stored' : 'another') : 'new';
      expect(near.map((number) => window.find(number, 1))).toEqual(near.map(expected));
      expect(window.find(highest - 33, stored.get(highest - 33) ?? 0)).toBe('new');
    }
  }
});

it('is empty at first', () => {
  const window = new SequenceWindow();
  expect([0, 1, 2].map((sequence) => window.find(sequence, 0))).toEqual(['new', 'new', 'new']);
});

it('accepts the highest number and fingerprint', () => {
  const window = new SequenceWindow();
  for (const sequence of [0xfffffffd, 0xffffffff]) window.add(sequence, 0xffffffff);
  expect([0xfffffffd, 0xfffffffe, 0xffffffff].map((sequence) => window.find(sequence, 0xffffffff))).toEqual([
    'stored',
    'new',
    'stored',
  ]);
  expect(window.find(0xffffffff, 0xfffffffe)).toBe('another');
});
