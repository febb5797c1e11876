import { describe, expect, it } from 'vitest';
import { escalationOccurrences } from '#core/monitoring-centers/escalation.ts';

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
