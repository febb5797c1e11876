import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '#bridge/config.ts';
import { endCheckTime, endScheduleName, missedFrom, reminderExpiry, scheduleName } from '#core/reminders/reminder.ts';
import { MINUTE } from '#core/time.ts';

const reminder = { UnitSerNum: 'Z99999', Message: 'TestBloodSugar' } as const;

describe('the end of a reminder', () => {
  it('allows more time for an answer than the bridge waits', () => {
    const due = { MessageTime: '2026-11-21T09:30:00.000Z' };
    expect(missedFrom(due) - reminderExpiry(due)).toBeGreaterThan(2 * DEFAULTS.resultTimeoutMs);
  });

  it.each(['2026-11-21T09:30:00.000Z', '2026-11-21T09:30:00.001Z', '2026-11-21T09:30:59.999Z'])(
    'is checked at a full minute, which the Scheduler supports, and never too early: %s',
    (MessageTime) => {
      const asked = endCheckTime({ MessageTime }).getTime();
      expect(asked % MINUTE).toBe(0);
      expect(asked).toBeGreaterThanOrEqual(missedFrom({ MessageTime }));
      expect(asked - missedFrom({ MessageTime })).toBeLessThan(MINUTE);
    },
  );

  it('has a schedule name of its own that EventBridge Scheduler accepts', () => {
    const of = (MessageTime: string) => endScheduleName({ ...reminder, MessageTime });
    const [one, other] = [of('2026-11-21T09:30:00.000Z'), of('2026-11-21T09:31:00.000Z')];
    expect(one).toMatch(/^[0-9a-zA-Z\-_.]{1,64}$/);
    expect(new Set([one, other, scheduleName(reminder)])).toHaveLength(3);
  });
});
