import { describe, expect, it } from 'vitest';
import { MOVE_TIMEOUT_MS } from '#core/consoles/line.ts';
import { aStatus, connectedVoice, connectedWearable, UNIT } from './console-driver.ts';

const SENT_AWAY = { event: 'UnitDisconnect', UnitSerNum: UNIT, reason: 'bridge draining', at: 0 } as const;
const BACK = {
  event: 'UnitConnected',
  UnitSerNum: UNIT,
  UnitModel: 'MXD-LTE',
  imei: '356938035643809',
  FirmVer: '2.3.0.1.4',
  at: 0,
} as const;

describe('a unit that changes to another server', () => {
  it('keeps the session of its voice console, which asks for its state when it is back', () => {
    const driver = connectedVoice().hear(SENT_AWAY);
    expect(driver.line).toMatchObject({ connection: 'connecting', message: expect.stringMatching(/another server/) });
    const asked = driver.sent.length;
    driver.wait(2_000).hear(BACK).give({ kind: 'listening' });
    expect(driver.sent.slice(asked)).toEqual(['Query']);
    expect(driver.report(aStatus()).line.connection).toBe('connected');
    expect(driver.wait(MOVE_TIMEOUT_MS).line.connection).toBe('connected');
  });

  it('keeps the session of its wearable console', () => {
    const driver = connectedWearable().hear(SENT_AWAY);
    expect(driver.line.connection).toBe('connecting');
    const asked = driver.sent.length;
    driver.wait(2_000).hear({ ...BACK, UnitModel: 'myConnect Air' });
    expect(driver.sent.slice(asked)).toEqual(['forcePing']);
    expect(driver.result(driver.lastSent.commandId).line.connection).toBe('connected');
    expect(driver.wait(MOVE_TIMEOUT_MS).line.connection).toBe('connected');
  });

  it('does not open a console that its user has closed', () => {
    for (const driver of [connectedVoice(), connectedWearable()]) {
      driver.give({ kind: 'disconnect' }).hear(SENT_AWAY);
      expect(driver.line.connection).toBe('closed');
    }
  });

  it('is not waited for for ever', () => {
    expect(connectedVoice().hear(SENT_AWAY).wait(MOVE_TIMEOUT_MS).line.connection).toBe('closed');
    expect(connectedWearable().hear(SENT_AWAY).wait(MOVE_TIMEOUT_MS).line.connection).toBe('error');
  });
});
