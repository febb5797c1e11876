import { expect, it } from 'vitest';
import { durationWords } from '#web/components/text/duration-words.ts';
import { countWords, detailWords, entryWords } from '#web/features/history/history-words.ts';

const at = '2026-11-21T09:30:00.000Z';
const logged = { timeStamp: at, receivedAt: at, sequence: 1 };

it('counts are in words, one of a kind in the singular', () => {
  expect(countWords({ ping: 1440, event: 1, accessory: 2 })).toBe('1,440 pings, 1 event, 2 accessory changes');
  expect(countWords({})).toBe('');
});

it('durations are in minutes and seconds', () => {
  expect([0, 59, 60, 123].map(durationWords)).toEqual(['0 s', '59 s', '1 min', '2 min 3 s']);
});

it('entries are in words', () => {
  const entries = [
    {
      id: '1',
      at,
      is: 'ping',
      ping: { ...logged, pingReason: 'Scheduled', chargedPercent: 85, acPower: false, bars: 4 },
    },
    { id: '2', at, is: 'event', event: { ...logged, eventType: 'Event 101', zone: 3, disabled: true } },
    {
      id: '3',
      at,
      is: 'call',
      call: { ...logged, direction: 'incoming', outcome: 'answered', startedAt: at, durationSeconds: 61 },
    },
  ] as const;
  expect(entries.map(entryWords)).toEqual(['Ping: Scheduled', 'Event 101', 'Incoming call: answered']);
  expect(entries.map((entry) => detailWords(entry, String))).toEqual([
    'Battery 85 % · On battery · Signal 4 / 5',
    'Zone 3 · Reporting was off',
    '1 min 1 s',
  ]);
});
