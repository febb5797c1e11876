import { describe, expect, it } from 'vitest';
import { collect, isMailedAtOnce, isOverdue, MERGE_MS, mergedMail } from '#core/dealer-settings/mail-series.ts';
import { MINUTE } from '#core/time.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => index).reduce<ReturnType<typeof collect> | undefined>(
    (before, index) => collect(before, `Alarm ${index + 1}`, NOW + index * MINUTE),
    undefined,
  )!;

describe('an occurrence', () => {
  it.each([
    ['the first one is mailed at once', {}, true],
    ['is collected just before the end of 15 minutes', { mailedAt: NOW - 15 * MINUTE + 1 }, false],
    ['is mailed at once 15 minutes after the last mail', { mailedAt: NOW - 15 * MINUTE }, true],
    ['is collected if others were, so that their mail reports it too', { mailedAt: 0, collected: many(1) }, false],
    ['is collected if a clock is behind', { mailedAt: NOW + MINUTE }, false],
  ])('%s', (_, series, atOnce) => expect(isMailedAtOnce(series, NOW)).toBe(atOnce));
});

describe('the mail about several', () => {
  it('says how many there were, from when to when, and what happened', () => {
    expect(mergedMail('Emergency', 'ABC123', many(2))).toEqual({
      subject: 'Emergency: unit ABC123, 2 times',
      text: `Unit ABC123: 2 notifications for ‘Emergency’, from 2026-11-21T09:00:00.000Z to 2026-11-21T09:01:00.000Z.

Alarm 1
Alarm 2`,
    });
  });

  it('about one is like the mail that it would have got at once', () => {
    expect(mergedMail('Emergency', 'ABC123', many(1))).toEqual({ subject: 'Emergency: unit ABC123', text: 'Alarm 1' });
  });

  it('has the first five and the latest five of many, and counts those between them', () => {
    const { subject, text } = mergedMail('Emergency', 'ABC123', many(5_000));
    expect(subject).toBe('Emergency: unit ABC123, 5000 times');
    expect(text.split('\n').slice(2)).toEqual([
      ...['Alarm 1', 'Alarm 2', 'Alarm 3', 'Alarm 4', 'Alarm 5'],
      '4990 more. The portal shows them on the page of the unit.',
      ...['Alarm 4996', 'Alarm 4997', 'Alarm 4998', 'Alarm 4999', 'Alarm 5000'],
    ]);
  });

  it('has all of ten', () => {
    const { text } = mergedMail('Emergency', 'ABC123', many(10));
    expect(text.split('\n').slice(2)).toEqual(Array.from({ length: 10 }, (_, index) => `Alarm ${index + 1}`));
  });

  it('is overdue after twice its time', () => {
    expect(isOverdue(many(1), NOW + 2 * MERGE_MS - 1)).toBe(false);
    expect(isOverdue(many(1), NOW + 2 * MERGE_MS)).toBe(true);
  });
});
