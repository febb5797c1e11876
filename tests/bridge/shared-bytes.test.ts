import { expect, it } from 'vitest';
import { SharedBytes } from '#bridge/limits/shared-bytes.ts';

it('holds so much of each one in any case, and of all together no more than they share beyond that', () => {
  const bytes = new SharedBytes({ own: 10, shared: 50 });
  const [greedy, other, small] = [{}, {}, {}];
  expect(bytes.hold(greedy, 60)).toBe(true);
  expect(bytes.hold(other, 11)).toBe(false);
  expect(bytes.hold(other, 10)).toBe(true);
  expect(bytes.hold(small, 10)).toBe(true);
  expect(bytes.total).toBe(80);
  expect(bytes.hold(greedy, 61)).toBe(false);
});

it('has room again for what others give back', () => {
  const bytes = new SharedBytes({ own: 10, shared: 50 });
  const [one, other] = [{}, {}];
  bytes.hold(one, 60);
  expect(bytes.hold(one, 30)).toBe(true);
  expect(bytes.hold(other, 40)).toBe(true);
  expect(bytes.hold(other, 41)).toBe(false);
  expect(bytes.hold(one, 0)).toBe(true);
  expect(bytes.hold(other, 60)).toBe(true);
  expect(bytes.total).toBe(60);
});
