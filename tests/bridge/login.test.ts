import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { crc16 } from '#protocol/crc.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports, { loginTimeoutMs: 150 });
});
afterEach(() => bridge.close());

describe('login', () => {
  it('is answered with the server time and the heartbeat interval after it is stored', async () => {
    ports.heartbeatSeconds = 90;
    const unit = await TestUnit.dial(bridge);
    const before = Date.now();
    const sequence = unit.say(unit.login());
    const answer = await unit.hears('loginAccepted');
    expect(answer.sequence).toBe(sequence);
    expect(answer.message.heartbeatSeconds).toBe(90);
    expect(answer.message.utc).toBeGreaterThanOrEqual(before);
    expect(answer.message.utc).toBeLessThanOrEqual(Date.now());
    expect(ports.ingest.of('login')).toMatchObject([
      {
        id: expect.stringMatching(/^A1B2C3-1-1-[0-9a-f]{8}$/),
        UnitSerNum: 'A1B2C3',
        UnitModel: 'MXD-LTE',
        imei: '356938035643809',
        fence: 1,
      },
    ]);
    expect(ports.claims.ownerOf('A1B2C3')).toMatch(/^bridge/);
    expect(ports.events('A1B2C3')).toEqual(['UnitConnected']);
  });

  it('is not answered before it is stored', async () => {
    ports.ingest.shut();
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login());
    await eventually(() => ports.ingest.handedOver.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(unit.heard).toEqual([]);
    expect(bridge.units).toBe(0);
    ports.ingest.open();
    await unit.hears('loginAccepted');
    expect(bridge.units).toBe(1);
  });

  it('is tried again if the unit got another secret before it was claimed', async () => {
    const { isSecretOf } = ports.units;
    const decidedWith: unknown[] = [];
    ports.admissions.set('A1B2C3', { accepted: true, proven: true, secretSince: 'then', heartbeatSeconds: 60 });
    ports.units.isSecretOf = async (UnitSerNum, since) => {
      decidedWith.push(UnitSerNum, since, ports.claims.ownerOf(UnitSerNum) !== undefined);
      return false;
    };
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login());
    const { message } = await unit.hears('loginRefused');
    expect(message).toMatchObject({ code: 7, retryAfterSeconds: expect.any(Number) });
    await unit.isClosed();
    expect(decidedWith).toEqual(['A1B2C3', 'then', true]);
    expect(ports.claims.ownerOf('A1B2C3')).toBeUndefined();
    expect(ports.ingest.of('login')).toEqual([]);
    ports.units.isSecretOf = isSecretOf;
    await TestUnit.loggedIn(bridge);
  });

  it('must be first: a unit that begins with a report is refused, and nothing of it is stored', async () => {
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.event());
    unit.say(unit.login());
    expect((await unit.hears('loginRefused')).message).toMatchObject({ code: 1 });
    await unit.isClosed();
    expect(ports.ingest.of('report')).toEqual([]);
    expect(ports.ingest.of('login')).toEqual([]);
  });

  it('is refused with one answer, whatever was wrong, and only the log of invalid messages says what', async () => {
    const reasons = [
      'unknownUnit',
      'imeiMismatch',
      'modelMismatch',
      'outOfService',
      'noProof',
      'missingProof',
      'badProof',
      'staleProof',
    ] as const;
    const answers = [];
    for (const reason of reasons) {
      ports.admissions.set('ZZZZZZ', { accepted: false, reason });
      const unit = await TestUnit.dial(bridge, 'ZZZZZZ');
      unit.say(unit.login());
      const { sequence, message } = await unit.hears('loginRefused');
      const { utc, ...answer } = message;
      expect(Math.abs(utc - Date.now())).toBeLessThan(5_000);
      answers.push({ sequence, answer });
      await unit.isClosed();
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([
        JSON.stringify({ sequence: 1, answer: { type: 'loginRefused', code: 2, text: 'The login is refused' } }),
      ]),
    );
    expect(ports.claims.held.size).toBe(0);
    expect(ports.ingest.of('invalid')).toMatchObject(
      reasons.map((error) => ({ error, UnitSerNum: 'ZZZZZZ', detail: 'MXD-LTE ZZZZZZ, IMEI 356938035643809' })),
    );
    expect(ports.published).toMatchObject(
      reasons.map((error) => ({ topic: 'invalid-messages:all', message: { error } })),
    );
  });

  it.each([
    ['another protocol version', { protocolVersion: 2 }, 6],
    ['an unknown model', { UnitModel: '#9' as const }, 2],
  ])('with %s is refused', async (_, login, code) => {
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login(login));
    expect((await unit.hears('loginRefused')).message.code).toBe(code);
    await unit.isClosed();
  });

  it('in a frame of another version is refused', async () => {
    const unit = await TestUnit.dial(bridge);
    const frame = unit.frame(unit.login(), 1);
    frame[2] = 2;
    new DataView(frame.buffer).setUint16(frame.length - 2, crc16(frame, 2, frame.length - 2));
    unit.write(frame);
    expect((await unit.hears('loginRefused')).message.code).toBe(6);
  });

  it('that does not arrive in time ends the connection', async () => {
    const unit = await TestUnit.dial(bridge);
    await unit.isClosed();
    expect(unit.heard).toEqual([]);
  });

  it('that arrives twice is an error, and the session continues', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.say(unit.login());
    expect((await unit.hears('error')).message.code).toBe(25);
    await unit.isAcknowledged(unit.say(unit.event()));
  });

  it('may arrive in one packet with the reports after it', async () => {
    const unit = await TestUnit.dial(bridge);
    unit.write(Buffer.concat([unit.frame(unit.login(), 1), unit.frame(unit.event(), 2), unit.frame(unit.event(), 3)]));
    await unit.hears('loginAccepted');
    await unit.isAcknowledged(2);
    await unit.isAcknowledged(3);
  });

  it('that cannot be stored releases the unit', async () => {
    ports.ingest.failing = true;
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login());
    await unit.isClosed();
    expect(unit.heard).toEqual([]);
    expect(ports.claims.ownerOf('A1B2C3')).toBeUndefined();
    expect(ports.events('A1B2C3')).toEqual([]);
  });

  it('of a unit that disconnects while it is stored releases the unit', async () => {
    ports.ingest.shut();
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login());
    await eventually(() => ports.ingest.handedOver.length === 1);
    unit.vanish();
    await new Promise((resolve) => setTimeout(resolve, 30));
    ports.ingest.open();
    await eventually(() => ports.claims.held.has('A1B2C3') && !ports.claims.ownerOf('A1B2C3'), 'the release');
    expect(bridge.units).toBe(0);
    expect(ports.events('A1B2C3')).toEqual([]);
  });

  it('is stored without the proof of identity', async () => {
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login({ proof: Uint8Array.of(0xca, 0xfe, 0xca, 0xfe) }));
    await unit.hears('loginAccepted');
    expect(JSON.stringify(ports.ingest.of('login'))).not.toMatch(/cafecafe|proof/);
  });

  it.each([
    { name: 'another version', change: { protocolVersion: 2 }, error: 'unsupportedVersion' },
    { name: 'an unknown model', change: { UnitModel: '#17' as never }, error: 'modelMismatch' },
    { name: 'an unknown unit', change: {}, error: 'unknownUnit' },
  ])('with $name is logged without the proof of identity', async ({ change, error }) => {
    ports.admissions.set('A1B2C3', { accepted: false, reason: 'unknownUnit' });
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login({ ...change, proof: Uint8Array.of(0xca, 0xfe, 0xca, 0xfe) }));
    await unit.hears('loginRefused');
    expect(ports.ingest.of('invalid')).toMatchObject([{ error, raw: '' }]);
  });

  it('that comes a second time is logged without the proof of identity', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.say(unit.login({ proof: Uint8Array.of(0xca, 0xfe, 0xca, 0xfe) }));
    await unit.hears('error');
    expect(ports.ingest.of('invalid')).toMatchObject([{ error: 'alreadyLoggedIn', raw: '' }]);
  });

  it("sets a heartbeat shorter than the load balancer's time-out", async () => {
    ports.heartbeatSeconds = 3600;
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login());
    expect((await unit.hears('loginAccepted')).message.heartbeatSeconds).toBe(300);
  });
});
