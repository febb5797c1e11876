import { describe, expect, it } from 'vitest';
import { RANK } from '#core/monitoring-centers/board.ts';
import {
  escalated,
  escalationOccurrences,
  FORGOTTEN_AFTER_MINUTES,
  mailed,
  withEscalation,
} from '#core/monitoring-centers/escalation.ts';
import { instant, MINUTE } from '#core/time.ts';

const told = (timeStamp: string, escalatedAt: string) =>
  escalationOccurrences({
    ...{ UnitSerNum: 'ABC123', event: `${timeStamp}~1`, eventType: 'Event 101', dealerPath: '/1/22/220/', minutes: 5 },
    escalatedAt,
  });

describe('what dealers are told of an escalated alarm', () => {
  it('is one occurrence for a minute of the portal, whatever time the unit reports', () => {
    const [now, later] = ['2026-11-21T12:00:10.000Z', '2026-11-21T12:00:50.000Z'] as const;
    const ids = told('2026-11-21T11:55:00.000Z', now).map(({ id }) => id);
    expect(ids).toEqual(['Escalated:220:Event 101:2026-11-21T12:00', 'Escalated:22:Event 101:2026-11-21T12:00']);
    expect(told('2026-11-30T00:00:00.000Z', later).map(({ id }) => id)).toEqual(ids);
  });

  it('is of the kind of the alarm, so that those of the next minutes are merged', () => {
    expect(told('2026-11-21T11:55:00.000Z', '2026-11-21T12:01:00.000Z').map(({ kind }) => kind)).toEqual([
      'Event 101',
      'Event 101',
    ]);
  });
});

describe('when an alarm is escalated', () => {
  const NOW = Date.parse('2026-11-21T12:00:00.000Z');
  const at = (minutes: number) => instant(NOW + minutes * MINUTE);
  const listing = { rank: RANK.usual, minutes: 5 };
  const created = withEscalation(undefined, { version: 0, listing }, NOW);
  const held = withEscalation(created, { version: 1, listing, heldBy: 'kim' }, NOW);

  it('is after the minutes of its dealer, or never', () => {
    expect(created).toMatchObject({ dueAt: at(5) });
    expect(withEscalation(undefined, { version: 0, listing: { rank: RANK.usual } }, NOW)).not.toHaveProperty('dueAt');
    expect(withEscalation(undefined, { version: 0 }, NOW)).not.toHaveProperty('dueAt');
  });

  it('is not postponed by a note while nobody has it', () => {
    expect(withEscalation(created, { version: 1, listing }, NOW + MINUTE)).toMatchObject({ dueAt: at(5) });
  });

  it('is after half an hour in which its holder did nothing', () => {
    expect(held).toMatchObject({ dueAt: at(FORGOTTEN_AFTER_MINUTES) });
    const noted = withEscalation(held, { version: 2, listing, heldBy: 'kim' }, NOW + 10 * MINUTE);
    expect(noted).toMatchObject({ dueAt: at(10 + FORGOTTEN_AFTER_MINUTES) });
    const moved = withEscalation(held, { version: 1, listing, heldBy: 'kim' }, NOW + 10 * MINUTE);
    expect(moved).toMatchObject({ dueAt: at(FORGOTTEN_AFTER_MINUTES) });
  });

  it('is after the minutes of its dealer again when it is released, and never once it is closed', () => {
    expect(withEscalation(held, { version: 2, listing }, NOW + 10 * MINUTE)).toMatchObject({ dueAt: at(15) });
    const closed = { version: 2, listing, heldBy: 'kim', closedAt: at(10) };
    expect(withEscalation(held, closed, NOW + 10 * MINUTE)).not.toHaveProperty('dueAt');
  });

  it('waits for its mail, which is due again after 5, 10 and 20 minutes until it is sent', () => {
    const first = escalated(created, NOW + 5 * MINUTE);
    expect(first).toMatchObject({
      listing: { rank: RANK.escalated, escalatedAt: at(5), forgotten: false, unmailed: true },
      dueAt: at(10),
    });
    const second = escalated(first, NOW + 10 * MINUTE);
    expect(second).toEqual({ ...first, dueAt: at(15) });
    const third = escalated(second, NOW + 15 * MINUTE);
    expect(third).toEqual({ ...first, dueAt: at(25) });
    expect(mailed(third)).not.toHaveProperty('dueAt');
    expect(mailed(third).listing).not.toHaveProperty('unmailed');
    expect(mailed(third).listing).toMatchObject({ rank: RANK.escalated, escalatedAt: at(5) });
  });

  it('needs no mail any more once somebody handles it', () => {
    const waiting = escalated(created, NOW + 5 * MINUTE);
    const taken = withEscalation(waiting, { ...waiting, version: 1, heldBy: 'kim' }, NOW + 6 * MINUTE);
    expect(taken.listing).not.toHaveProperty('unmailed');
    expect(taken).toMatchObject({ dueAt: at(6 + FORGOTTEN_AFTER_MINUTES), listing: { rank: RANK.escalated } });
    const noted = withEscalation(waiting, { ...waiting, version: 1 }, NOW + 6 * MINUTE);
    expect(noted).toMatchObject({ dueAt: at(10), listing: { unmailed: true } });
  });

  it('is told apart if somebody had it', () => {
    const forgotten = escalated(held, NOW + 30 * MINUTE);
    expect(forgotten.listing).toMatchObject({ rank: RANK.escalated, forgotten: true, unmailed: true });
    const [mail] = escalationOccurrences({
      ...{ UnitSerNum: 'ABC123', event: `${at(0)}~1`, eventType: 'Event 101', dealerPath: '/1/22/', minutes: 5 },
      ...{ escalatedAt: at(30), forgotten: true },
    });
    expect(mail).toMatchObject({
      id: 'Forgotten:22:Event 101:2026-11-21T12:30',
      subject: 'Alarm taken and left: unit ABC123',
      text: expect.stringMatching(/^Somebody has an alarm of unit ABC123, but did nothing about it for 30 minutes: /),
    });
  });
});
