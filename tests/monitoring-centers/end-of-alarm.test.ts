import { describe, expect, it } from 'vitest';
import { isOvertaken, openAfter } from '#core/monitoring-centers/closed-by-end.ts';
import { afterRound, type Delivery, pauseBefore } from '#core/monitoring-centers/delivery.ts';
import {
  alarmsOfEnd,
  comesBefore,
  goesOnFrom,
  latestEndAfter,
  pauseOfEnd,
  repetitionsOf,
} from '#core/monitoring-centers/end-of-alarm.ts';
import { instant } from '#core/time.ts';

const TODAY = Date.parse('2026-11-21T17:00:00.000Z');

/** An event of the class of fire in this second, with the number of the second as that of its report. */
const at = (second: number, eventType = 'Event 110', more: object = {}) => {
  const timeStamp = instant(TODAY + second * 1000);
  const content = { timeStamp, receivedAt: timeStamp, sequence: second, eventType, zone: 3, ...more };
  return { place: `${timeStamp}~1-${second}`, content };
};
const end = (second: number, more: object = {}) => at(second, 'Event 110 restored', more);
const secondsOf = (events: readonly { content: { sequence: number } }[]) =>
  events.map(({ content }) => content.sequence);

describe('an end and its alarms', () => {
  it.each([
    ['the alarm before it', [at(1)], [1]],
    ['an alarm that repeats', [at(2), at(1)], [1, 2]],
    ['no alarm that is over', [at(1), end(2), at(3)], [3]],
    ['no alarm of another type', [at(1, 'Event 111')], []],
    ['no alarm of another zone', [at(1, 'Event 110', { zone: 4 })], []],
    ['no alarm after it', [at(10)], []],
    ['no test', [at(1, 'Event 110', { test: true })], []],
    ['no alarm of which nobody was told', [at(1, 'Event 110', { disabled: true })], []],
  ])('it ends %s', (_, events, seconds) => {
    expect(secondsOf(alarmsOfEnd(end(9), events))).toEqual(seconds);
  });

  it.each([
    ['each alarm after it', [at(1), at(10), at(11)], [10, 11]],
    ['none that is over', [at(10), end(11), at(12)], [12]],
    ['none of another zone', [at(10, 'Event 110', { zone: 4 })], []],
    [
      'one of another type that goes out with its code, also before it',
      [at(1, 'Event 119'), at(10, 'Event 119')],
      [1, 10],
    ],
    ['none of such a type that is over', [at(1, 'Event 119'), at(2, 'Event 119 restored')], []],
  ])('it may close %s', (_, events, seconds) => {
    expect(secondsOf(openAfter(end(9), events))).toEqual(seconds);
  });

  it('takes a unit without zones for zone 0', () => {
    const none = { zone: undefined };
    expect(alarmsOfEnd(end(9, { zone: 0 }), [at(1, 'Event 110', none)])).toHaveLength(1);
  });

  it.each([
    ['its end', [end(2)], 2],
    ['the end of its repetition', [at(2), end(3)], 3],
    ['the last of several ends', [end(2), at(3), end(4)], 4],
    ['nothing while another alarm is open', [end(2), at(3)], undefined],
    ['nothing before it', [end(0)], undefined],
    ['nothing of another zone', [end(2, { zone: 4 })], undefined],
  ])('an alarm that came late is followed by %s', (_, events, second) => {
    expect(latestEndAfter(at(1), events)?.content.sequence).toBe(second);
  });

  it.each([
    ['a newer alarm', [at(1), at(10)], true],
    ['a newer alarm that is over too', [at(10), end(11)], true],
    ['an older alarm', [at(1)], false],
    ['a newer end', [end(10)], false],
    ['a newer alarm of another zone', [at(10, 'Event 110', { zone: 4 })], false],
    ['a newer test', [at(10, 'Event 110', { test: true })], false],
    ['an open alarm of another type that goes out with its code', [at(1, 'Event 119')], true],
    ['such an alarm that is over', [at(1, 'Event 119'), at(2, 'Event 119 restored')], false],
    ['such an alarm in another zone', [at(1, 'Event 119', { zone: 4 })], false],
    ['an open alarm of another code', [at(1, 'Event 111')], false],
  ])('an end with %s', (_, events, overtaken) => {
    expect(isOvertaken(end(9), events)).toBe(overtaken);
  });

  it.each([
    ['119', 'a fire', 'Event 119 restored', 'Event 110'],
    ['199', 'a general alarm', 'Event 199 restored', 'Event 140'],
    ['30', 'a general alarm', 'Event 30 restored', 'Event 140'],
  ])('the end of %s does not close %s', (_code, _alarm, eventType, open) => {
    expect(isOvertaken(at(9, eventType, { awaitsHandling: true }), [at(1, open)])).toBe(true);
  });

  it.each([
    ['an alarm before it', [at(1)], true],
    ['an alarm that waits for a person', [at(1, 'Event 110', { awaitsHandling: true })], true],
    ['nothing', [], false],
    ['an alarm that is over', [at(1), end(2)], false],
    ['an alarm of another zone', [at(1, 'Event 110', { zone: 4 })], false],
    ['an alarm of another type', [at(1, 'Event 111')], false],
    ['a test', [at(1, 'Event 110', { test: true })], false],
    ['an alarm of which nobody was told', [at(1, 'Event 110', { disabled: true })], false],
    ['an alarm after it', [at(10)], false],
    ['a repetition alone', [at(1, 'Event 110 still present')], false],
  ])('what is still present goes on from %s: %s', (_, events, expected) => {
    const from = goesOnFrom(at(9, 'Event 110 still present'), events);
    expect(from).toBe(expected ? events[0] : undefined);
  });

  it('what is still present while nobody is told goes on from an alarm of which nobody was told', () => {
    const disabled = { disabled: true };
    const events = [at(1, 'Event 110', disabled)];
    expect(goesOnFrom(at(9, 'Event 110 still present', disabled), events)).toBe(events[0]);
  });

  it('the repetitions of an alarm are those that go on from it, whatever lies between', () => {
    const still = (second: number, more: object = {}) => at(second, 'Event 110 still present', more);
    const [disabled, test, zone] = [{ disabled: true }, { test: true }, { zone: 4 }];
    const events = [
      ...[still(0), at(1), still(2), at(3, 'Event 110', test), still(4), still(5, disabled), still(6, zone)],
      ...[
        at(7, 'Event 110', disabled),
        still(8, disabled),
        still(9),
        end(10, disabled),
        still(11, disabled),
        still(12),
      ],
      ...[at(13, 'Event 119'), at(14), still(15), end(16), still(17), at(18), still(19)],
    ];
    const repetitions = (second: number) => {
      const alarm = events[second]!;
      const found = repetitionsOf(alarm, events.slice(second).toReversed());
      const isRepetition = (one: (typeof events)[0]) =>
        one.content.eventType === 'Event 110 still present' && goesOnFrom(one, events)?.place === alarm.place;
      expect(secondsOf(found)).toEqual(secondsOf(events.filter(isRepetition)));
      return secondsOf(found);
    };
    expect([1, 7, 14, 18].map(repetitions)).toEqual([[2, 4, 5, 9, 12], [8], [15], [19]]);
    expect([2, 10].map(repetitions)).toEqual([[], []]);
  });

  it('are sorted by their numbers if they have one time', () => {
    const time = instant(TODAY);
    expect(comesBefore(`${time}~1-9`, `${time}~1-10`)).toBe(true);
    expect(comesBefore(`${time}~1-10`, `${time}~1-9`)).toBe(false);
    expect(comesBefore(`${time}~1-10`, `${time}~2-9`)).toBe(true);
    expect(comesBefore(`${time}~a`, `${time}~b`)).toBe(true);
    expect(comesBefore(`${instant(TODAY - 1)}~1-9`, `${time}~1-1`)).toBe(true);
  });
});

describe('an end', () => {
  /** Seconds until it is sent, if its alarms stay as they are. */
  function secondsOfWaiting(alarms: Parameters<typeof pauseOfEnd>[0]): number {
    let seconds = 0;
    for (let waits = 0; ; waits++) {
      const pause = pauseOfEnd(alarms, waits);
      if (pause === undefined) return seconds;
      seconds += pause;
    }
  }

  it.each([
    ['at once after its alarm', ['delivered'], 0],
    ['at once after an alarm that nobody has taken', ['failed'], 0],
    ['after five minutes without an alarm', [], 305],
    ['after 90 minutes with an alarm that stays on its way', ['delivered', 'waiting'], 305 + 17 * 300],
  ] as const)('is sent %s', (_, alarms, seconds) => {
    expect(secondsOfWaiting(alarms)).toBe(seconds);
  });

  it('waits longer than the rounds of its alarm take', () => {
    const secondsOfRound = 10;
    let alarm: Delivery = { state: 'waiting', round: 0, tries: [] };
    let seconds = 0;
    for (; alarm.state === 'waiting'; alarm = afterRound(alarm, [], '')) seconds += pauseBefore(alarm) + secondsOfRound;
    expect(secondsOfWaiting(['waiting'])).toBeGreaterThan(seconds);
  });
});
