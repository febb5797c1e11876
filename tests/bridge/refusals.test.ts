import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge, BridgeSettings } from '#bridge/bridge.ts';
import type { Login } from '#core/unit-messages/session.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let now: number;
/** The logins for which the table was asked. */
let asked: string[];
let bridges: Bridge[];
let bridge: Bridge;

const started = async (settings: Partial<BridgeSettings> = {}) => {
  const one = await aBridge(ports, settings, { now: () => now });
  bridges.push(one);
  return one;
};

beforeEach(async () => {
  ports = new MemoryPorts();
  now = Date.now();
  asked = [];
  bridges = [];
  const authenticate = ports.units.authenticate;
  ports.units.authenticate = (login) => {
    asked.push(login.UnitSerNum);
    return authenticate(login);
  };
  bridge = await started();
});
afterEach(async () => {
  for (const one of bridges) await one.close();
});

const PROOF = { proof: new Uint8Array(40) };
/** Another address than the one that units dial from if nothing is said. */
const ELSEWHERE = '127.0.0.2';
interface Dialling {
  readonly at?: Bridge;
  readonly from?: string;
}
async function login(UnitSerNum: string, { at = bridge, from, ...more }: Partial<Login> & Dialling = {}) {
  const unit = await TestUnit.dial(at, UnitSerNum, 'MXD-LTE', from);
  unit.say(unit.login(more));
  await eventually(() => unit.heard.length > 0);
  const { message } = unit.heard[0]!;
  unit.end();
  return message.type === 'loginRefused' ? `refused ${message.code}` : message.type;
}
const refuse = (UnitSerNum: string) => ports.admissions.set(UnitSerNum, { accepted: false, reason: 'imeiMismatch' });
const accept = (UnitSerNum: string, proven: boolean) =>
  ports.admissions.set(UnitSerNum, { accepted: true, proven, heartbeatSeconds: 60 });

describe('refused logins', () => {
  it('above the limit of a unit are answered alike, without asking the table', async () => {
    ports.refusals.limits.unit = 3;
    refuse('A1B2C3');
    for (let guess = 0; guess < 6; guess++) expect(await login('A1B2C3')).toBe('refused 2');
    // The fourth shows this bridge that the unit is over its limit.
    expect(asked).toHaveLength(4);
    expect(await login('OTHER1')).toBe('loginAccepted');
  });

  it('above the limit of an address are refused for every unit', async () => {
    ports.refusals.limits.address = 3;
    const serials = ['AAAAA1', 'AAAAA2', 'AAAAA3', 'AAAAA4', 'AAAAA5'];
    for (const serial of serials) refuse(serial);
    for (const serial of serials) await login(serial);
    expect(asked).toEqual(serials.slice(0, 4));
    expect(await login('OTHER1')).toBe('refused 2');
    expect(await login('OTHER1', PROOF)).toBe('refused 2');
  });

  it('never lock out a unit that proves itself', async () => {
    ports.refusals.limits.unit = 2;
    refuse('A1B2C3');
    for (let guess = 0; guess < 5; guess++) await login('A1B2C3', guess % 2 ? PROOF : {});
    accept('A1B2C3', true);
    expect(await login('A1B2C3')).toBe('refused 2');
    expect(await login('A1B2C3', PROOF)).toBe('loginAccepted');
  });

  it('do lock a unit without a secret, with and without a false proof', async () => {
    ports.refusals.limits.unit = 2;
    refuse('A1B2C3');
    for (let guess = 0; guess < 4; guess++) await login('A1B2C3');
    accept('A1B2C3', false);
    expect(await login('A1B2C3')).toBe('refused 2');
    expect(await login('A1B2C3', PROOF)).toBe('refused 2');
  });

  describe('of strangers elsewhere', () => {
    beforeEach(async () => {
      ports.refusals.limits = { unit: 3, unitAtAddress: 2, address: 300 };
      accept('A1B2C3', false);
      expect(await login('A1B2C3')).toBe('loginAccepted');
    });
    const guess = async (times: number, how: Partial<Login> & Dialling = {}) => {
      refuse('A1B2C3');
      for (let one = 0; one < times; one++) expect(await login('A1B2C3', how)).toBe('refused 2');
      accept('A1B2C3', false);
    };

    it.each([{}, PROOF])('do not lock out a unit without a secret where it was last accepted', async (more) => {
      await guess(30, { from: ELSEWHERE, ...more });
      for (let again = 0; again < 5; again++) expect(await login('A1B2C3', more)).toBe('loginAccepted');
      // The stranger is still over the limit, also with the right IMEI.
      expect(await login('A1B2C3', { from: ELSEWHERE, ...more })).toBe('refused 2');
      now += 30 * 60_000;
      await guess(10, { from: ELSEWHERE, ...more });
      expect(await login('A1B2C3', more)).toBe('loginAccepted');
      expect(await login('A1B2C3', { from: ELSEWHERE, ...more })).toBe('refused 2');
    });

    it('do not, at the same moment as its login', async () => {
      await guess(4, { from: ELSEWHERE });
      ports.authenticating = setTimeout(30);
      const strangers = Array.from({ length: 20 }, () => login('A1B2C3', { from: ELSEWHERE }));
      expect(await login('A1B2C3')).toBe('loginAccepted');
      expect(new Set(await Promise.all(strangers))).toEqual(new Set(['refused 2']));
    });

    it('do not at a bridge that starts meanwhile', async () => {
      await guess(30, { from: ELSEWHERE });
      const fresh = await started();
      await guess(3, { from: ELSEWHERE, at: fresh });
      expect(await login('A1B2C3', { at: fresh })).toBe('loginAccepted');
      expect(await login('A1B2C3', { at: fresh, from: ELSEWHERE })).toBe('refused 2');
    });

    it('leave its own address so many guesses and no more, one after another and at once', async () => {
      await guess(4, { from: ELSEWHERE });
      refuse('A1B2C3');
      asked = [];
      await Promise.all(Array.from({ length: 20 }, () => login('A1B2C3')));
      // Two guesses are counted, and the first is not counted before its unit is read.
      expect(asked.length).toBeLessThanOrEqual(3);
      for (let one = 0; one < 5; one++) await login('A1B2C3');
      expect(asked.length).toBeLessThanOrEqual(3);
      accept('A1B2C3', false);
      expect(await login('A1B2C3')).toBe('refused 2');
    });

    it('lock it out of an address that it was not last accepted from', async () => {
      expect(await login('A1B2C3', { from: '127.0.0.3' })).toBe('loginAccepted');
      await guess(4, { from: ELSEWHERE });
      expect(await login('A1B2C3')).toBe('refused 2');
      expect(await login('A1B2C3', { from: '127.0.0.3' })).toBe('loginAccepted');
    });

    it('cost a read a minute at most, and no write above the limit', async () => {
      await guess(4, { from: ELSEWHERE });
      let counts = 0;
      const { count } = ports.refusals;
      ports.refusals.count = (subject) => {
        counts += 1;
        return count.call(ports.refusals, subject);
      };
      const before = ports.claims.writes;
      await Promise.all(Array.from({ length: 30 }, () => login('A1B2C3', { from: ELSEWHERE })));
      expect([counts, ports.claims.writes - before]).toEqual([0, 0]);
      expect(ports.claims.addressReads).toBe(1);
    });

    it('keep it out while its address cannot be read, and no longer', async () => {
      await guess(4, { from: ELSEWHERE });
      const { addressOf } = ports.claims;
      ports.claims.addressOf = async () => {
        throw new Error('The table is down');
      };
      expect(await login('A1B2C3')).toBe('refused 2');
      ports.claims.addressOf = addressOf;
      expect(await login('A1B2C3')).toBe('loginAccepted');
    });
  });

  describe('of strangers at the address of a unit', () => {
    const strangers = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `BBB${String(from + index).padStart(3, '0')}`);
    const guessAt = async (serials: readonly string[], more: Partial<Login> & Dialling = {}) => {
      for (const serial of serials) {
        refuse(serial);
        expect(await login(serial, more)).toBe('refused 2');
      }
    };
    beforeEach(async () => {
      ports.refusals.limits = { unit: 20, unitAtAddress: 2, address: 3 };
      accept('A1B2C3', false);
      expect(await login('A1B2C3')).toBe('loginAccepted');
      await guessAt(strangers(0, 5));
    });

    it.each([{}, PROOF])('do not lock out a unit without a secret that was last accepted there', async (more) => {
      for (let again = 0; again < 5; again++) expect(await login('A1B2C3', more)).toBe('loginAccepted');
      now += 30 * 60_000;
      await guessAt(strangers(5, 5));
      expect(await login('A1B2C3', more)).toBe('loginAccepted');
    });

    it('do lock out a unit that was last accepted elsewhere, or never', async () => {
      accept('NEVER1', false);
      expect(await login('NEVER1')).toBe('refused 2');
      expect(await login('A1B2C3', { from: ELSEWHERE })).toBe('loginAccepted');
      now += 61_000;
      expect(await login('A1B2C3')).toBe('refused 2');
    });

    it('may guess at it as often as its own count allows', async () => {
      refuse('A1B2C3');
      asked = [];
      for (let guess = 0; guess < 8; guess++) expect(await login('A1B2C3')).toBe('refused 2');
      await Promise.all(Array.from({ length: 20 }, () => login('A1B2C3')));
      // The third shows this bridge that the unit is over its own limit there.
      expect(asked).toHaveLength(3);
      accept('A1B2C3', false);
      expect(await login('A1B2C3')).toBe('refused 2');
    });

    it('cost one read of an address for each serial number, and none of its unit', async () => {
      asked = [];
      const before = ports.claims.addressReads;
      for (let again = 0; again < 3; again++) await guessAt(strangers(10, 5));
      expect([asked, ports.claims.addressReads - before]).toEqual([[], 5]);
    });
  });

  it('count at all bridges together, and no more guesses than the limit are tried in the long run', async () => {
    ports.refusals.limits.unit = 5;
    const other = await started();
    refuse('A1B2C3');
    for (let guess = 0; guess < 10; guess++) await login('A1B2C3', { at: guess % 2 ? bridge : other });
    expect(asked).toHaveLength(7);
    for (let minute = 0; minute < 10; minute++) {
      now += 61_000;
      for (const at of [bridge, other]) await login('A1B2C3', { at });
    }
    expect(asked).toHaveLength(7);
    // The window has passed.
    ports.refusals.counts.clear();
    accept('A1B2C3', false);
    now += 61_000;
    expect(await login('A1B2C3')).toBe('loginAccepted');
    expect(ports.refusals.counts.get('unit A1B2C3')).toBe(0);
  });

  it('above the limit are one entry a minute in the log of invalid messages', async () => {
    ports.refusals.limits.unit = 1;
    refuse('A1B2C3');
    for (let guess = 0; guess < 8; guess++) await login('A1B2C3');
    const errors = () => ports.ingest.of('invalid').map((message) => message.kind === 'invalid' && message.error);
    expect(errors()).toEqual(['imeiMismatch', 'imeiMismatch', 'tooManyRefusals']);
    now += 60_000;
    await login('A1B2C3');
    expect(errors()).toHaveLength(4);
  });

  it('are still answered while they cannot be counted', async () => {
    ports.refusals.count = async () => {
      throw new Error('The table is down');
    };
    refuse('A1B2C3');
    for (let guess = 0; guess < 3; guess++) expect(await login('A1B2C3')).toBe('refused 2');
    expect(ports.logged.map(({ message }) => message)).toContain('A refused login was not counted');
  });

  it.each([
    { name: 'without a proof', more: {} },
    { name: 'with a false proof', more: PROOF },
  ])('at the same time $name are no more than the limit of the unit', async ({ more }) => {
    ports.refusals.limits.unit = 5;
    refuse('A1B2C3');
    const guessers = await Promise.all(Array.from({ length: 60 }, () => TestUnit.dial(bridge, 'A1B2C3')));
    ports.authenticating = setTimeout(50);
    for (const guesser of guessers) guesser.say(guesser.login(more));
    await eventually(() => guessers.every(({ heard }) => heard.length > 0));
    expect(new Set(guessers.map(({ heard }) => heard[0]!.message.type))).toEqual(new Set(['loginRefused']));
    const answered = ports.ingest.of('invalid').filter((one) => one.kind === 'invalid' && one.error === 'imeiMismatch');
    expect(answered).toHaveLength(6);
    // A proof may be right, so its unit is read.
    expect(asked).toHaveLength('proof' in more ? 60 : 6);
    expect(ports.refusals.counts.get('unit A1B2C3')).toBe(5);
  });

  it('at the same time do not count the units of one address that are accepted', async () => {
    ports.refusals.limits.address = 3;
    ports.authenticating = setTimeout(20);
    const units = Array.from({ length: 20 }, (_, unit) => login(`UNIT${unit}`));
    expect(new Set(await Promise.all(units))).toEqual(new Set(['loginAccepted']));
    expect(ports.refusals.counts.size).toBe(0);
  });

  it('that fail while the unit is read are not counted, and do not stay in the way', async () => {
    const { authenticate } = ports.units;
    ports.units.authenticate = async () => {
      throw new Error('The table is down');
    };
    const unit = await TestUnit.dial(bridge, 'A1B2C3');
    unit.say(unit.login());
    await unit.isClosed();
    ports.units.authenticate = authenticate;
    expect(await login('A1B2C3')).toBe('loginAccepted');
    expect(ports.refusals.counts.size).toBe(0);
  });

  it.each(['unknownUnit', 'imeiMismatch', 'modelMismatch', 'badProof'] as const)(
    'because of %s count',
    async (reason) => {
      ports.admissions.set('A1B2C3', { accepted: false, reason });
      await login('A1B2C3');
      expect([...ports.refusals.counts.values()]).toEqual([1, 1]);
    },
  );

  it.each(['outOfService', 'noProof', 'missingProof', 'staleProof'] as const)(
    'because of %s count for nobody',
    async (reason) => {
      ports.refusals.limits = { unit: 3, unitAtAddress: 3, address: 3 };
      ports.admissions.set('A1B2C3', { accepted: false, reason });
      for (let again = 0; again < 6; again++) expect(await login('A1B2C3')).toBe('refused 2');
      ports.authenticating = setTimeout(20);
      await Promise.all([login('A1B2C3'), login('A1B2C3')]);
      expect([...ports.refusals.counts.values()].filter((count) => count > 0)).toEqual([]);
      expect(await login('OTHER1')).toBe('loginAccepted');
    },
  );

  it('because of a lost boot count tell units apart for nobody: no unit is read, and nothing is counted', async () => {
    expect(await login('A1B2C3', { bootId: 0 })).toBe('refused 2');
    expect([asked, ports.refusals.counts.size]).toEqual([[], 0]);
    expect(ports.ingest.of('invalid')).toMatchObject([
      { error: 'bootCountLost', detail: expect.stringContaining('A1B2C3') },
    ]);
  });

  it('are not counted for a unit that is accepted', async () => {
    expect(await login('A1B2C3')).toBe('loginAccepted');
    expect(ports.refusals.counts.size).toBe(0);
  });
});

describe('new connections of one address', () => {
  it('above the rate are closed at once, and taken again later', async () => {
    const slow = await started({ connectionRate: { burst: 3, perMinute: 60 } });
    for (let count = 0; count < 3; count++) expect(await login(`UNIT0${count}`, { at: slow })).toBe('loginAccepted');
    const fourth = await TestUnit.dial(slow, 'UNIT03');
    await fourth.isClosed();
    expect(fourth.heard).toEqual([]);
    now += 1_000;
    expect(await login('UNIT03', { at: slow })).toBe('loginAccepted');
  });
});
