import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { FirmwareDownload } from '#scripts/simulate/downloads/firmware-download.ts';
import { Flash } from '#scripts/simulate/downloads/flash.ts';
import { Life } from '#scripts/simulate/life.ts';
import { VoiceUnit } from '#scripts/simulate/voice-unit.ts';
import { firmwareOf, someFile, TRUSTED } from '#support/firmware.ts';

let life = new Life(seededRandom(1), 1);
afterEach(() => {
  life.end();
  vi.useRealTimers();
});

function aVoiceUnit() {
  const said: UnitReport[] = [];
  const unit = new VoiceUnit({
    ...{ unit: { UnitSerNum: 'A1B2C3', model: 'MXD-LTE', imei: '356938035643809', firmware: '2.3.0.1.4' } },
    ...{ firmware: () => '2.3.0.1.4', life, pingEverySeconds: 3_600, now: () => 1_000 },
    say: (report) => said.push(report),
    ...{ paired: () => {}, reconnect: () => {}, restart: () => {} },
  });
  const outcome = (command: string, given: Record<string, string> = {}) =>
    unit.command({ type: 'command', commandId: command, command, expiresAt: 2_000, arguments: given }).outcome;
  return { said, outcome };
}

it('is in a call while it calls for help: the console shows it from its begin to its end', () => {
  vi.useFakeTimers();
  life = new Life(seededRandom(1), 1);
  const { said, outcome } = aVoiceUnit();
  const states = () => said.flatMap((one) => (one.type === 'status' && 'callState' in one ? [one.callState] : []));
  const hear = (type: string) => {
    for (let passed = 0; passed < 50_000 && !said.some((one) => one.type === type); passed++)
      vi.advanceTimersByTime(10_000);
  };

  hear('callStarted');
  said.length = 0;
  outcome('Query');
  expect(states()).toEqual(['in call']);
  expect(outcome('Reboot')).toBe('refused');
  expect(outcome('GoToMode', { mode: 'Verizon' })).toBe('refused');
  expect(outcome('MakeCall', { phoneNumber: '18005550123' })).toBe('refused');
  hear('call');
  expect(states()).toEqual(['in call', 'idle']);
});

it('refuses its restart and another carrier during a call, and tells of the call from its begin to its end', () => {
  const { said, outcome } = aVoiceUnit();
  const told = () => said.map(({ type }) => type).filter((type) => type.startsWith('call'));

  expect(outcome('MakeCall', { phoneNumber: '18005550123' })).toBe('done');
  expect(told()).toEqual(['callStarted']);
  expect([outcome('Reboot'), outcome('GoToMode', { mode: 'Verizon' })]).toEqual(['refused', 'refused']);
  expect([outcome('GoToMode', { mode: 'Pairing' }), outcome('HangUp')]).toEqual(['done', 'done']);
  expect(told()).toEqual(['callStarted', 'call']);
  expect([outcome('Reboot'), outcome('GoToMode', { mode: 'Verizon' })]).toEqual(['done', 'done']);
});

describe('firmware that may be installed', () => {
  it('waits while the unit is in a call', () => {
    const content = someFile(100);
    const { signed } = firmwareOf(content);
    const MessageKey = 'AB13';
    let isInCall = true;
    let restarts = 0;
    const flash = new Flash('2.3.0.1.4');
    const owner = {
      ...{ model: 'MXD-LTE' as const, flash, keys: TRUSTED, isInCall: () => isInCall },
      restart: () => {
        restarts += 1;
      },
    };
    const download = new FirmwareDownload(MessageKey, owner, { ask: () => {}, progress: () => {}, end: () => {} });
    download.manifest({ type: 'manifest', MessageKey, ...signed! });
    download.question();
    download.block({ type: 'block', block: 1, crc32: crc32(content), data: content });
    download.install();
    expect([restarts, flash.read('boot')]).toEqual([0, { active: 0 }]);
    expect(download.question()).toEqual({ type: 'askInstall', MessageKey });
    isInCall = false;
    download.install();
    expect([restarts, flash.read('boot').active]).toEqual([1, 1]);
  });
});
