import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { announcementOf, isAnnounced } from '#core/dashboard/announcement.ts';
import { visitBefore, visitsAfter } from '#core/dashboard/visits.ts';

const announcement = { launchDate: '2026-11-20', publicDate: '2026-11-20' };
const reader = (today: string, options: { engineer?: boolean; acknowledged?: string } = {}) => ({
  engineer: false,
  acknowledged: undefined,
  today,
  ...options,
});

describe('the announcement of a new product', () => {
  it('is shown to users for 14 days from the launch date [P1-B19 P1-K26]', () => {
    const shown = ['2026-11-19', '2026-11-20', '2026-12-03', '2026-12-04'].map((today) =>
      isAnnounced(announcement, reader(today)),
    );
    expect(shown).toEqual([false, true, true, false]);
  });

  it('is shown to engineers from 14 days before its public date, and to nobody else then [P1-B18 P1-A15 P1-K27]', () => {
    for (const [today, isShown] of [
      ['2026-11-05', false],
      ['2026-11-06', true],
      ['2026-11-19', true],
      ['2026-12-03', true],
      ['2026-12-04', false],
    ] as const)
      expect(isAnnounced(announcement, reader(today, { engineer: true })), today).toBe(isShown);
    expect(isAnnounced(announcement, reader('2026-11-19'))).toBe(false);
    const lateToThePublic = { launchDate: '2026-11-20', publicDate: '2027-02-01' };
    expect(isAnnounced(lateToThePublic, reader('2026-11-20', { engineer: true }))).toBe(true);
  });

  it('is hidden once it was dismissed; another launch is shown again [P1-B20]', () => {
    expect(isAnnounced(announcement, reader('2026-11-21', { acknowledged: '2026-11-20' }))).toBe(false);
    expect(isAnnounced(announcement, reader('2026-11-21', { acknowledged: '2026-06-01' }))).toBe(true);
  });

  it('is read from a setting that must be whole', () => {
    const whole = { ...announcement, title: 'A', text: 'B' };
    expect(announcementOf('')).toBeUndefined();
    expect(announcementOf(JSON.stringify(whole))).toEqual(whole);
    for (const broken of ['{}', JSON.stringify({ ...whole, launchDate: 'soon' })])
      expect(() => announcementOf(broken)).toThrow(ZodError);
  });
});

describe('the visit before', () => {
  const at = (time: string) => ({ at: `2026-11-21T${time}:00.000Z`, numbers: {} });
  const now = (time: string) => Date.parse(at(time).at);

  it('is none at the first, and the first one an hour later', () => {
    const first = visitsAfter(undefined, at('09:00'));
    expect(first).toEqual({ present: at('09:00') });
    expect(visitBefore(undefined, now('09:00'))).toBeUndefined();
    expect(visitBefore(first, now('09:59'))).toBeUndefined();
    expect(visitBefore(first, now('10:00'))).toEqual(at('09:00'));
  });

  it('stays the same while a visit goes on', () => {
    const second = visitsAfter({ present: at('09:00') }, at('10:00'))!;
    expect(second).toEqual({ present: at('10:00'), before: at('09:00') });
    expect(visitsAfter(second, at('10:30'))).toBeUndefined();
    expect(visitBefore(second, now('10:30'))).toEqual(at('09:00'));
  });
});
