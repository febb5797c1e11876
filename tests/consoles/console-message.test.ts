import { expect, it } from 'vitest';
import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import { readConsoleMessage } from '#core/consoles/console-message.ts';
import { reportWords } from '#core/consoles/report-words.ts';
import type { LifecycleReport } from '#core/unit-messages/common-reports.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import { mxdLte } from '#protocol/mxd-lte.ts';
import { wearable } from '#protocol/wearable.ts';
import { someMessage } from '../protocol/samples.ts';

/** The same numbers in every run. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const about = { UnitSerNum: '400123', at: 1 } as const;
const saying = { ...about, id: '400123-1-2', raw: '574b' } as const;
const lifecycle: LifecycleReport = { type: 'lifecycle', MessageTime: 1, kind: 'Reboot' };

const SAID: ConsoleMessage[] = [
  { event: 'UnitConnected', ...about, UnitModel: 'MXD-LTE', imei: '1', FirmVer: '2' },
  { event: 'UnitDisconnect', ...about, reason: 'broken frames' },
  { event: 'Reboot', ...saying, report: lifecycle },
  { event: 'Shutdown', ...saying, report: lifecycle },
  { event: 'Reset', ...saying, report: lifecycle },
  { event: 'UnitError', ...saying, report: lifecycle },
  { event: 'CommandSent', ...about, commandId: 'abcdefgh', command: 'Run' },
  { event: 'CommandReceived', ...about, commandId: 'abcdefgh', command: 'Run' },
  { event: 'CommandResult', ...about, commandId: 'abcdefgh', outcome: 'lost', answer: { level: 3, on: true } },
];

it.each(SAID)('decodes $event of the bridge', (message) => {
  expect(readConsoleMessage(message)).toEqual(message);
});

const isReportKind = (type: string) => !['login', 'heartbeat', 'commandReceived', 'commandResult'].includes(type);

it('has words for every report of every model', () => {
  const random = seeded(7);
  for (const [name, codec] of [
    ['MXD-LTE', mxdLte],
    ['wearable', wearable],
  ] as const) {
    for (const kind of codec.kinds) {
      if (!isReportKind(kind.type)) continue;
      for (let round = 0; round < 30; round++) {
        const report = someMessage(kind as never, name, random) as UnitReport;
        const heard = readConsoleMessage({ event: 'Report', ...saying, report });
        if (heard?.event !== 'Report') throw new Error(`Not understood: ${JSON.stringify(report)}`);
        expect(reportWords(heard.report)).not.toBe('');
        expect(heard.report).toEqual(report);
      }
    }
  }
});

it('accepts messages of later bridges', () => {
  expect(readConsoleMessage({ event: 'UnitSings', ...about })).toBeUndefined();
  expect(readConsoleMessage('nonsense')).toBeUndefined();
  const heard = readConsoleMessage({ event: 'Report', ...saying, report: { type: 'hologram', MessageTime: 1 } });
  expect(heard?.event === 'Report' && reportWords(heard.report)).toBe('hologram');
});
