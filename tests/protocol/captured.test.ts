import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Message } from '#core/unit-messages/messages.ts';
import type { Codec } from '#protocol/codec.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { codecOf, down } from '#protocol/models.ts';
import { capturedBytes, capturedFolder } from './captured.ts';

const mxdLte = codecOf('MXD-LTE') as Codec<Message>;
const wearable = codecOf('myConnect') as Codec<Message>;
const NOON = Date.UTC(2026, 10, 21, 12);

/** The content of a captured file: one entry per valid frame, `sequence` and the message, or the error to answer. */
function read(file: string, codec: Codec<Message>) {
  return new FrameDecoder().push(capturedBytes(file)).map((frame) => {
    const outcome = codec.decode(frame);
    return [frame.sequence, outcome.ok ? outcome.message : outcome.error] as const;
  });
}

const CAPTURED: Record<string, [codec: Codec<Message>, messages: [sequence: number, message: unknown][]]> = {
  'mxd-lte-start.hex': [
    mxdLte,
    [
      [1, { type: 'login', UnitSerNum: 'A1B2C3', imei: '356938035643809', UnitModel: 'MXD-LTE', bootId: 17 }],
      [2, { type: 'lifecycle', kind: 'Power On', MessageTime: NOON }],
      [3, { type: 'ping', pingReason: 'Power On', acPower: true, bars: 4, lte: true, chargedPercent: 100 }],
      [4, { type: 'heartbeat' }],
    ],
  ],
  'mxd-lte-help-button.hex': [
    mxdLte,
    [
      [11, { type: 'ping', pingReason: 'AC Lost', acPower: false, switchPosition: 'On', lowpower: false }],
      [12, { type: 'event', EventCode: 101, zone: 3, awaitsHandling: true, MessageTime: NOON + 20_000 }],
      [13, { type: 'call', outcome: 'answered', durationSeconds: 71, phoneNumber: '18005550100' }],
      [14, { type: 'event', EventCode: 101, restored: true }],
    ],
  ],
  'mxd-lte-voice-console.hex': [
    mxdLte,
    [
      [1, { type: 'commandReceived' }],
      [21, { type: 'status', mode: 'Ready', synced: true, voiceMode: false }],
      [22, { type: 'commandResult', commandId: '01KAJ8', outcome: 'done', answer: { mode: 'Ready' } }],
      [23, { type: 'status', mode: 'Pairing', zone: 'UNKNOWN' }],
      [24, { type: 'status', mode: 'RangeTest', voiceMode: true, callState: 'in call', speakerVol: 7, micVol: 4 }],
      [25, { type: 'status', recordMode: true, progressValue: 12, progressMax: 40, synced: false }],
      [26, { type: 'lifecycle', kind: 'Reboot', afterSeconds: 30 }],
    ],
  ],
  'mxd-lte-accessories-and-tests.hex': [
    mxdLte,
    [
      [31, { type: 'rf', zone: 3, state: 'heard', batteryLow: true, SerialNumber: 'P12345' }],
      [32, { type: 'test', kind: 'help button', passed: true }],
      [33, { type: 'test', kind: 'supervised', passed: false, zone: 7 }],
      [
        34,
        {
          type: 'counters',
          counters: [
            { name: 'recoveryCycle', value: 2 },
            { name: 'cellLossCount', value: 5 },
          ],
        },
      ],
      [35, { type: 'download', MessageType: 'FIRMVER', stage: 'progress', progressValue: 3, progressMax: 9 }],
      [36, { type: 'debugLog', lines: ['modem: registered, band 13', 'rf: zone 3 heard'] }],
    ],
  ],
  'wearable-real-time-location.hex': [
    wearable,
    [
      [1, { type: 'login', UnitModel: 'myConnect', imei: '3569380356438094' }],
      [2, { type: 'location', locationType: 'OldGPS', latitude: 40.760779, longitude: -111.891047 }],
      [3, { type: 'location', locationType: 'GPS', reportType: 'Real Time', gpsTimeStamp: NOON + 49_000 }],
      [4, { type: 'operation', operation: 'CHIME', seconds: 30 }],
      [5, { type: 'lifecycle', kind: 'Charge Start' }],
      [6, { type: 'lifecycle', kind: 'Charge Stop' }],
      [7, { type: 'activity', steps: 812, activeMinutes: 11, periodMinutes: 60 }],
      [8, { type: 'info', FirmVer: '1.9.3.0.2', acPower: 0, synced: true }],
      [9, { type: 'ping', pingReason: 'Forced', lowPower: false, acPower: 0, stepsToday: 4321 }],
    ],
  ],
  'wearable-home-wifi.hex': [
    wearable,
    [
      [15, { type: 'operation', operation: 'HOMEWIFIC', accessPoints: [{ mac: '00:1A:2B:3C:4D:5E', rssi: -48 }, {}] }],
      [16, { type: 'location', locationType: 'Home Wi-Fi', cells: [{ cellId: 98311170, rsrp: -101 }] }],
    ],
  ],
  'noise.hex': [
    mxdLte,
    [
      [50, { type: 'ping' }],
      [52, { type: 'heartbeat' }],
    ],
  ],
  'unusable.hex': [
    mxdLte,
    [
      [61, 'missingField'],
      [62, 'malformed'],
      [63, 'unknownType'],
    ],
  ],
  'bridge-side.hex': [
    down as Codec<Message>,
    [
      [1, { type: 'loginAccepted', heartbeatSeconds: 240 }],
      [2, { type: 'received' }],
      [12, { type: 'handled', handledBy: 'operator 12' }],
      [13, { type: 'error', code: 24, utc: NOON }],
      [1, { type: 'command', command: 'SpeakerVol', arguments: { level: 7 } }],
      [2, { type: 'redirect', retryAfterSeconds: 12 }],
    ],
  ],
};

describe('captured frames', () => {
  it('are all read by this test', () => {
    expect(readdirSync(capturedFolder).sort()).toEqual(Object.keys(CAPTURED).sort());
  });

  it.each(Object.entries(CAPTURED))('%s', (file, [codec, messages]) => {
    expect(read(file, codec)).toMatchObject(messages);
  });
});
