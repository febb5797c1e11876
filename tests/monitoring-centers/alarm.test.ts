import { describe, expect, it } from 'vitest';
import { type Alarm, AlarmChange, changedAlarm, shownAlarm, UNHANDLED } from '#core/monitoring-centers/alarm.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { withMessage } from '#support/with-message.ts';

const NOW = Date.parse('2026-11-21T17:00:00.000Z');
const KIM = { userKey: 'kim', name: 'Kim Lee' };
const SAM = { userKey: 'sam', name: 'Sam Roe' };

const change = (was: Alarm, action: string, by = KIM, more: object = {}, now = NOW) =>
  changedAlarm(was, AlarmChange.parse({ action, version: was.version, ...more }), by, now);

describe('an alarm', () => {
  it('is held by one operator, and another one takes it over on purpose [P3-B19]', () => {
    const taken = change(UNHANDLED, 'take');
    expect(taken).toMatchObject({ heldBy: KIM, answeredAt: instant(NOW), version: 1 });
    expect(() => change(taken, 'take', SAM)).toThrow(withMessage('Kim Lee has the alarm'));
    expect(change(taken, 'take')).toBe(taken);
    const over = change(taken, 'takeOver', SAM, {}, NOW + MINUTE);
    expect(over).toMatchObject({ heldBy: SAM, heldAt: instant(NOW + MINUTE), answeredAt: instant(NOW) });
  });

  it('is released and closed only by its holder', () => {
    const taken = change(UNHANDLED, 'take');
    expect(() => change(UNHANDLED, 'close', KIM, { closeCode: 4 })).toThrow(withMessage('Take the alarm first'));
    for (const action of ['release', 'close'])
      expect(() => change(taken, action, SAM, { closeCode: 4 })).toThrow(withMessage('Kim Lee has the alarm'));
    expect(change(taken, 'release').heldBy).toBeUndefined();
    expect(change(taken, 'release').answeredAt).toBe(instant(NOW));
  });

  it('is closed with a code, and stays as it is then', () => {
    const taken = change(UNHANDLED, 'take');
    expect(() => change(taken, 'close')).toThrow(withMessage('Choose how the alarm ended'));
    const closed = change(taken, 'close', KIM, { closeCode: 2, text: 'Her son is on his way' });
    expect(closed).toMatchObject({ closeCode: 2, closedBy: 'Kim Lee', closedAt: instant(NOW) });
    expect(closed.notes).toEqual([{ at: instant(NOW), by: 'Kim Lee', text: 'Her son is on his way' }]);
    for (const action of ['take', 'takeOver', 'note', 'release'])
      expect(() => change(closed, action, SAM, { text: 'Late' })).toThrow(withMessage('Kim Lee has closed the alarm'));
  });

  it('has notes of everybody, at most 50', () => {
    const noted = change(change(UNHANDLED, 'take'), 'note', SAM, { text: ' Door code 12 ' });
    expect(noted.notes).toEqual([{ at: instant(NOW), by: 'Sam Roe', text: 'Door code 12' }]);
    expect(() => change(noted, 'note', SAM, { text: ' ' })).toThrow(withMessage('The note is missing'));
    const full = { ...noted, notes: Array.from({ length: 50 }, () => noted.notes[0]!) };
    expect(() => change(full, 'note', SAM, { text: 'One more' })).toThrow(withMessage('An alarm has at most 50 notes'));
  });

  it('is changed in the version that was read', () => {
    const taken = change(UNHANDLED, 'take');
    const late = AlarmChange.parse({ action: 'takeOver', version: 0 });
    expect(() => changedAlarm(taken, late, SAM, NOW)).toThrow(
      withMessage('Somebody else changed the alarm meanwhile. The present state is shown'),
    );
  });

  it('shows the seconds from its receipt to its first holder, and no keys of users', () => {
    const taken = change(UNHANDLED, 'take');
    const receivedAt = instant(NOW - 42 * SECOND);
    expect(shownAlarm(taken, { receivedAt }, 'kim')).toEqual({
      version: 1,
      heldBy: 'Kim Lee',
      isMine: true,
      heldAt: instant(NOW),
      answeredAt: instant(NOW),
      secondsToAnswer: 42,
      notes: [],
    });
    expect(shownAlarm(taken, { receivedAt }, 'sam').isMine).toBe(false);
    expect(shownAlarm(UNHANDLED, { receivedAt }, 'kim')).toEqual({ version: 0, isMine: false, notes: [] });
  });
});
