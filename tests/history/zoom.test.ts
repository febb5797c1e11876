import { describe, expect, it } from 'vitest';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import {
  barSizeOf,
  barWindows,
  instantsIn,
  type Window,
  windowOfDays,
  windowParameters,
  zoomedOut,
} from '#web/features/history/zoom.ts';

const ZONE = 'America/Denver';
const window = (from: string, to: string): Window => ({ from: Date.parse(from), to: Date.parse(to) });
const words = ({ from, to }: Window) => [instant(from), instant(to)];

describe('the zoom of a timeline', () => {
  it('goes from a minute to five years', () => {
    let shown = window('2026-07-14T15:42:00.000Z', '2026-07-14T15:42:59.999Z');
    const steps = [];
    for (let next = zoomedOut(shown, ZONE); next; next = zoomedOut(next, ZONE)) {
      shown = next;
      steps.push(words(next));
    }
    expect(steps).toEqual([
      ['2026-07-14T15:00:00.000Z', '2026-07-14T15:59:59.999Z'],
      ['2026-07-14T06:00:00.000Z', '2026-07-15T05:59:59.999Z'],
      ['2026-07-01T06:00:00.000Z', '2026-08-01T05:59:59.999Z'],
      ['2026-01-01T07:00:00.000Z', '2027-01-01T06:59:59.999Z'],
      ['2022-01-01T07:00:00.000Z', '2027-01-01T06:59:59.999Z'],
    ]);
  });

  it('goes from five years to a minute: each bar is a window with smaller bars', () => {
    let shown: Window = windowOfDays({ start: '2022-01-01', end: '2026-12-31' }, ZONE)!;
    const sizes = [];
    for (let size = barSizeOf(shown); size; size = barSizeOf(shown)) {
      sizes.push(size);
      const bars = barWindows(shown, size, ZONE);
      expect(bars[0]!.from).toBe(shown.from);
      expect(bars.at(-1)!.to).toBe(shown.to);
      for (const [index, bar] of bars.entries()) if (index > 0) expect(bar.from).toBe(bars[index - 1]!.to + 1);
      expect(bars.length).toBeLessThanOrEqual(200);
      shown = bars[Math.floor(bars.length / 2)]!;
    }
    expect(sizes).toEqual(['month', 'day', 'hour', 'minute']);
    expect(shown.to + 1 - shown.from).toBe(MINUTE);
  });

  it('shows the entries themselves within an hour', () => {
    expect(barSizeOf({ from: 0, to: HOUR - 1 })).toBe('minute');
    expect(barSizeOf({ from: 0, to: HOUR })).toBe('hour');
    expect(barSizeOf({ from: 0, to: MINUTE - 1 })).toBeUndefined();
  });

  it('does not go before the earliest day [P2-V01]', () => {
    const out = zoomedOut(windowOfDays({ start: '2017-03-01', end: '2018-03-31' }, ZONE)!, ZONE)!;
    expect(words(out)).toEqual(['2017-01-01T07:00:00.000Z', '2019-01-01T06:59:59.999Z']);
    expect(zoomedOut(out, ZONE)).toBeUndefined();
  });

  it('is in the address: days, and instants within a day', () => {
    const parameters = (shown: Window) => {
      const values = Object.entries(windowParameters(shown, ZONE)).filter(([, value]) => value !== undefined);
      return new URLSearchParams(values as [string, string][]);
    };
    const hour = window('2026-07-14T15:00:00.000Z', '2026-07-14T15:59:59.999Z');
    expect(instantsIn(parameters(hour))).toEqual(hour);
    expect(parameters(hour).get('startDate')).toBe('2026-07-14');
    const day = windowOfDays({ start: '2026-11-01', end: '2026-11-01' }, ZONE)!;
    expect(day.to + 1 - day.from).toBe(DAY + HOUR);
    expect(instantsIn(parameters(day))).toBeUndefined();
    expect(parameters(day).toString()).toBe('startDate=2026-11-01&endDate=2026-11-01');
  });
});
