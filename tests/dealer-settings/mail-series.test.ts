import { describe, expect, it } from 'vitest';
import {
  type Collected,
  collect,
  DEALER,
  dueAt,
  FLEET,
  inSeries,
  isOverdue,
  lastMailText,
  MAX_SINGLE_MAILS,
  type MailSeries,
  mergedMail,
  place,
  QUIET_MS,
  withoutCollected,
} from '#core/dealer-settings/mail-series.ts';
import { alarmOccurrence } from '#core/history/occurrences.ts';
import { DAY, HOUR, instant, MINUTE, SECOND } from '#core/time.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const UNIT = { UnitSerNum: 'ABC123', UnitModel: 'MXD-LTE', DealerKey: 220 };

interface Raised {
  at: number;
  code?: number;
  zone?: number;
}
const alarm = ({ at, code = 101, zone }: Raised) =>
  alarmOccurrence(
    UNIT,
    {
      eventType: `Event ${code}`,
      timeStamp: instant(at),
      receivedAt: instant(at),
      ...(zone !== undefined && { zone }),
    },
    String(at),
  );
const lowBattery = ({ at }: Raised) => ({ ...alarm({ at }), reason: 'Low Battery' as const, kind: '' });

interface Sent {
  at: number;
  count: number;
}

/** Follows a unit: what it raises, in order, and the mails about it. What was collected is mailed when it is due. */
function mailsAbout(raised: readonly Raised[], occurrenceOf: typeof alarm | typeof lowBattery = alarm) {
  const sent: (Sent & { last?: boolean })[] = [];
  const waits: number[] = [];
  let series: MailSeries = { mailed: [] };
  const mailWhatIsDue = (until: number) => {
    const { collected } = series;
    if (!collected || dueAt(collected) > until) return;
    const at = dueAt(collected);
    sent.push({ at, count: collected.count });
    waits.push(collected.wait);
    series = withoutCollected(series, at);
  };
  for (const one of raised) {
    mailWhatIsDue(one.at);
    const placed = place(series, occurrenceOf(one), one.at);
    if (placed.atOnce) sent.push({ at: one.at, count: 1, ...(placed.last && { last: true }) });
    series = placed.series;
  }
  mailWhatIsDue(Number.POSITIVE_INFINITY);
  return { sent, waits, series };
}

/** The most mails in any hour. */
const mostInAnHour = (sent: readonly Sent[]) =>
  Math.max(...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + HOUR).length));
const every = (milliseconds: number, duration: number, more: (index: number) => Partial<Raised> = () => ({})) =>
  Array.from({ length: Math.ceil(duration / milliseconds) }, (_, index) => ({
    at: NOW + index * milliseconds,
    ...more(index),
  }));

describe('an alarm', () => {
  it('of another event code or zone never waits for what its unit raised before', () => {
    const { sent } = mailsAbout([
      { at: NOW },
      { at: NOW + 1, code: 110 },
      { at: NOW + 2, code: 110, zone: 3 },
      { at: NOW + 3, code: 110, zone: 4 },
    ]);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 1, 2, 3]);
  });

  it('of another event code is mailed at once while others are collected', () => {
    const { sent } = mailsAbout([{ at: NOW }, { at: NOW + SECOND }, { at: NOW + 2 * SECOND, code: 110 }]);
    expect(sent).toEqual([
      { at: NOW, count: 1 },
      { at: NOW + 2 * SECOND, count: 1 },
      { at: NOW + SECOND + MINUTE, count: 1 },
    ]);
  });

  it('that repeats waits a minute, and longer only while it goes on', () => {
    const { waits } = mailsAbout(every(10 * SECOND, HOUR));
    expect(waits.slice(0, 5).map((wait) => wait / MINUTE)).toEqual([1, 2, 4, 5, 5]);
  });

  it('is mailed at once again after 15 quiet minutes, and its repetition waits a minute again', () => {
    const again = NOW + HOUR + 2 * QUIET_MS;
    const { sent, waits } = mailsAbout([...every(10 * SECOND, HOUR), { at: again }, { at: again + SECOND }]);
    expect(sent).toContainEqual({ at: again, count: 1 });
    expect(waits.at(-1)).toBe(MINUTE);
  });

  it('is collected if a clock is behind', () => {
    expect(place(mailsAbout([{ at: NOW }]).series, alarm({ at: NOW - MINUTE }), NOW - MINUTE).atOnce).toBe(false);
  });
});

describe('another reason', () => {
  it('is mailed at once, and its repetitions after 15 minutes, however long it goes on', () => {
    const { sent, waits } = mailsAbout(every(MINUTE, 50 * MINUTE), lowBattery);
    expect(sent.map(({ at, count }) => [(at - NOW) / MINUTE, count])).toEqual([
      [0, 1],
      [16, 15],
      [31, 15],
      [46, 15],
      [61, 4],
    ]);
    expect(new Set(waits)).toEqual(new Set([15 * MINUTE]));
  });
});

describe('a unit that never stops', () => {
  const floods: Record<string, Raised[]> = {
    'repeats one alarm': every(SECOND, 4 * HOUR),
    'goes through all codes and zones': every(SECOND, 4 * HOUR, (n) => ({ code: 100 + (n % 100), zone: n })),
    'repeats each code twice': every(SECOND, 4 * HOUR, (n) => ({ code: 100 + (Math.floor(n / 2) % 100) })),
    'pauses until its alarm is quiet': every(SECOND, 4 * HOUR, (n) => ({ code: 100 + (n % 20) })).filter(
      ({ at }) => (at - NOW) % (23 * MINUTE) < 8 * MINUTE,
    ),
  };
  it.each(Object.entries(floods))('has at most 26 mails in any hour: it %s', (_, raised) => {
    const { sent } = mailsAbout(raised);
    expect(mostInAnHour(sent)).toBeLessThanOrEqual(26);
    expect(sent.reduce((sum, { count }) => sum + count, 0)).toBe(raised.length);
  });

  it('delays no alarm by more than 5 minutes', () => {
    const { waits } = mailsAbout(floods['goes through all codes and zones']!);
    expect(Math.max(...waits)).toBe(5 * MINUTE);
  });

  it('gets a last mail about a single alarm, which says that more follows in the portal', () => {
    const { sent } = mailsAbout(every(SECOND, MINUTE, (n) => ({ zone: n })));
    expect(sent.findIndex(({ last }) => last)).toBe(MAX_SINGLE_MAILS - 1);
    expect(sent.filter(({ last }) => last)).toHaveLength(1);
    expect(lastMailText('Emergency', 'ABC123', 'Alarm 12')).toBe(
      'Alarm 12\n\nThis is mail 12 about this unit within an hour. What follows is merged into fewer mails. The portal shows it at once, on the page of the unit.',
    );
  });

  it('keeps no more in its series after a day than after an hour', () => {
    const size = (duration: number) =>
      JSON.stringify(mailsAbout(every(MINUTE, duration, (n) => ({ zone: n }))).series).length;
    expect(size(DAY)).toBeLessThan(1.5 * size(HOUR));
  });
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => index).reduce<Collected>(
    (before, index) =>
      collect(before, { subject: `Subject ${index + 1}`, text: `Alarm ${index + 1}` }, NOW + index * MINUTE),
    { wait: MINUTE } as Collected,
  );

describe('the mail about several', () => {
  it('says how many there were, from when to when, and what happened', () => {
    expect(mergedMail('Emergency', 'ABC123', many(2))).toEqual({
      subject: 'Emergency: unit ABC123, 2 times',
      text: `Unit ABC123: 2 notifications for ‘Emergency’, from 21 Nov 2026, 09:00:00 UTC to 21 Nov 2026, 09:01:00 UTC.

Alarm 1
Alarm 2`,
    });
  });

  it.each([
    ['Emergency', 'ABC123'],
    ['Power Lost', FLEET],
    ['Order Shipped', DEALER],
  ] as const)('about one is like the mail that it would have got at once: %s of %s', (reason, about) => {
    expect(mergedMail(reason, about, many(1))).toEqual({ subject: 'Subject 1', text: 'Alarm 1' });
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

  it('is overdue 15 minutes after it was due', () => {
    expect(isOverdue(many(1), NOW + MINUTE + QUIET_MS - 1)).toBe(false);
    expect(isOverdue(many(1), NOW + MINUTE + QUIET_MS)).toBe(true);
  });
});

describe('what can happen to many units at once', () => {
  it.each(['Power Lost', 'SIM State Changed', 'Unit Not Reporting'] as const)(
    'is one series of the fleet: %s',
    (reason) => {
      const first = inSeries({ id: '1', reason, UnitSerNum: 'ABC123', kind: 'a' });
      const second = inSeries({ id: '1', reason, UnitSerNum: 'ABC124', kind: 'a' });
      expect([first?.about, second?.about]).toEqual([FLEET, FLEET]);
      // Different kinds, so that the second unit is mailed at once like the first.
      expect(first?.kind).not.toBe(second?.kind);
      expect(inSeries({ id: '1', reason, UnitSerNum: 'ABC123', kind: 'b' })?.kind).not.toBe(first?.kind);
    },
  );

  it('has mails that name no single unit', () => {
    expect(lastMailText('Power Lost', FLEET, 'Unit 12')).toBe(
      'Unit 12\n\nThis is mail 12 about ‘Power Lost’ within an hour. What follows is merged into fewer mails. The portal shows it at once, on the pages of the units.',
    );
    const { subject, text } = mergedMail('Power Lost', FLEET, many(1_000));
    expect(subject).toBe('Power Lost: 1000 notifications');
    expect(text.split('\n')[0]).toMatch(/^1000 notifications for ‘Power Lost’, from /);
    expect(text.split('\n')[7]).toBe('990 more. The portal shows them on the pages of the units.');
  });
});

describe('an alarm of one unit among those of many', () => {
  it('is in the series of its unit, so it never waits for others', () => {
    expect(inSeries({ id: '1', reason: 'Emergency', UnitSerNum: 'ABC123', kind: 'Event 101' })).toEqual({
      about: 'ABC123',
      kind: 'Event 101',
    });
  });

  it('and what is about no unit is in a series of the dealer, each a kind of its own unless it has one', () => {
    expect(inSeries({ id: 'Order Shipped:1', reason: 'Order Shipped' })).toEqual({
      about: DEALER,
      kind: 'Order Shipped:1',
    });
    expect(inSeries({ id: '1', reason: 'Emergency', kind: 'Event 101' })).toEqual({ about: DEALER, kind: 'Event 101' });
  });

  it('has the subject of its own if it is collected alone', () => {
    const escalation = (UnitSerNum: string) => ({
      ...{ reason: 'Emergency' as const, kind: 'Event 101', text: 'Nobody has taken it.' },
      subject: `Alarm not taken: unit ${UnitSerNum}`,
    });
    const { series } = place({ mailed: [] }, escalation('ABC123'), NOW);
    const { collected } = place(series, escalation('XYZ789'), NOW + 10 * MINUTE).series;
    expect(mergedMail('Emergency', DEALER, collected!).subject).toBe('Alarm not taken: unit XYZ789');
    // It was stored without one.
    expect(mergedMail('Emergency', DEALER, { ...collected!, subject: undefined }).subject).toBe(
      'Emergency: 1 notification',
    );
  });

  it('that nobody has taken is shown on the board', () => {
    expect(mergedMail('Emergency', DEALER, many(20)).text).toContain(
      '10 more. The portal shows them on the board of open alarms.',
    );
    expect(lastMailText('Emergency', DEALER, 'Alarm 12')).toMatch(
      / The portal shows it at once, on the board of open alarms\.$/,
    );
  });

  it('says where the portal shows what a dealer gets no mail of', () => {
    const { subject, text } = mergedMail('Order Shipped', DEALER, many(20));
    expect(subject).toBe('Order Shipped: 20 notifications');
    expect(text).toContain('10 more. The portal shows them on the pages of the dealer.');
  });
});
