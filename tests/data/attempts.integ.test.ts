import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';
import { TODAY } from '#support/fleet.ts';

const LIMIT: AttemptLimit = { kind: 'loginAccount', most: 6, window: 15 * MINUTE };

/** Counts `tries` attempts at `now`, and returns how many were allowed. */
async function count(subject: string, now: number, tries = 1): Promise<number> {
  let allowed = 0;
  for (let tried = 0; tried < tries; tried++) if (await attemptStore.count(LIMIT, subject, now)) allowed++;
  return allowed;
}

it('no window has more than the most attempts, whenever it begins', async () => {
  const subject = randomUUID();
  const allowed: number[] = [];
  for (let now = TODAY; now < TODAY + 4 * LIMIT.window; now += 47_000)
    if (await attemptStore.count(LIMIT, subject, now)) allowed.push(now);
  const inWindows = allowed.map((start) => allowed.filter((at) => at >= start && at < start + LIMIT.window).length);
  expect(Math.max(...inWindows)).toBe(LIMIT.most);
  expect(allowed.length).toBeGreaterThanOrEqual(3 * LIMIT.most);
});

it('attempts around the edge of a fixed window are one window', async () => {
  const subject = randomUUID();
  expect(await count(subject, TODAY - 1, 10)).toBe(LIMIT.most);
  expect(await count(subject, TODAY + 1, 10)).toBe(0);
  expect(await count(subject, TODAY + LIMIT.window / 2, 10)).toBe(0);
  expect(await count(subject, TODAY + LIMIT.window, 10)).toBe(LIMIT.most);
});

it('an early attempt leaves the window before a late one', async () => {
  const subject = randomUUID();
  await count(subject, TODAY, 2);
  await count(subject, TODAY + 10 * MINUTE, 4);
  expect(await count(subject, TODAY + 14 * MINUTE)).toBe(0);
  expect(await count(subject, TODAY + 15 * MINUTE, 4)).toBe(2);
});

it('concurrent attempts get no more than the most', async () => {
  const subject = randomUUID();
  await count(subject, TODAY - MINUTE, 2);
  const all = await Promise.all(Array.from({ length: 20 }, () => attemptStore.count(LIMIT, subject, TODAY)));
  expect(all.filter(Boolean)).toHaveLength(LIMIT.most - 2);
});

it('an attempt can be uncounted, and all of them forgotten', async () => {
  const subject = randomUUID();
  await count(subject, TODAY - 5 * MINUTE, 3);
  await count(subject, TODAY, 3);
  await attemptStore.undoCount(LIMIT, subject, TODAY);
  expect(await count(subject, TODAY, 2)).toBe(1);
  await attemptStore.forget(LIMIT, subject, TODAY);
  expect(await count(subject, TODAY, 10)).toBe(LIMIT.most);
});
