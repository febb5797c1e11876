import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge, BridgeSettings } from '#bridge/bridge.ts';
import { LoginLine } from '#bridge/limits/login-line.ts';
import type { OpenSession } from '#bridge/session/open-session.ts';
import { Unidentified } from '#bridge/session/unidentified.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridges: Bridge[];
beforeEach(() => {
  ports = new MemoryPorts();
  bridges = [];
});
afterEach(async () => {
  for (const bridge of bridges) await bridge.close();
});

const started = async (settings: Partial<BridgeSettings>, ...more: [{ now?: () => number }?]) => {
  const bridge = await aBridge(ports, settings, ...more);
  bridges.push(bridge);
  return bridge;
};
/** Connections that say nothing. */
const silent = async (bridge: Bridge, count: number) => {
  const dialled: TestUnit[] = [];
  for (let each = 0; each < count; each++) dialled.push(await TestUnit.dial(bridge));
  return dialled;
};
const healthOf = async ({ commandUrl }: Bridge) => {
  const health = await fetch(`${commandUrl}/health`);
  return (await health.json()) as { notLoggedIn: number; loginsInLine: number };
};
const notLoggedIn = async (bridge: Bridge) => (await healthOf(bridge)).notLoggedIn;
/** Connections by name; the first letter is their address. `ended` lists those that had to go. */
const counted = (mostOfAddress: number) => {
  const all = new Unidentified(mostOfAddress);
  const ended: string[] = [];
  const add = (name: string, isQuiet = true) => {
    const session = { isQuiet, end: () => void ended.push(name) } as unknown as OpenSession;
    all.add(session, name[0]!);
    return session;
  };
  return { all, add, ended };
};
/** A line in which only the given numbers limit anything. */
const lineOf = (limits: Partial<ConstructorParameters<typeof LoginLine>[0]>, ...longestTurn: [number?]) =>
  new LoginLine({ atOnce: 1_000, underWay: 1_000, ...limits }, ...longestTurn);
const closedOf = (units: readonly TestUnit[]) => units.map(({ closed }) => closed);

describe('connections that have not logged in', () => {
  it('of one address have a limit: a new one replaces the oldest, and a unit that logs in passes', async () => {
    const bridge = await started({ maxUnidentified: 5 });
    const others = await silent(bridge, 5);
    ports.admissions.set('A1B2C3', { accepted: true, proven: true, heartbeatSeconds: 60 });
    const unit = await TestUnit.loggedIn(bridge, 'A1B2C3', { proof: new Uint8Array(40) });
    await others[0]!.isClosed();
    expect(closedOf(others)).toEqual([true, false, false, false, false]);
    // The unit is no longer among them.
    const [next] = await silent(bridge, 1);
    const [last] = await silent(bridge, 1);
    await others[1]!.isClosed();
    expect(closedOf([...others, next!, last!, unit])).toEqual([true, true, false, false, false, false, false, false]);
  });

  it('leave their place when no other is free, whatever their address is, and no unit does', async () => {
    const bridge = await started({ maxConnections: 4 });
    const units = [await TestUnit.loggedIn(bridge, 'UNIT01'), await TestUnit.loggedIn(bridge, 'UNIT02')];
    const others = await silent(bridge, 2);
    units.push(await TestUnit.loggedIn(bridge, 'UNIT03'), await TestUnit.loggedIn(bridge, 'UNIT04'));
    for (const other of others) await other.isClosed();
    const [refused] = await silent(bridge, 1);
    await refused!.isClosed();
    expect([bridge.units, ...closedOf(units)]).toEqual([4, false, false, false, false]);
  });

  it('are closed in time, whether they are silent or send a part of a login', async () => {
    let now = Date.now();
    const bridge = await started({ loginTimeoutMs: 10_000 }, { now: () => now });
    const [quiet, slow] = (await silent(bridge, 2)) as [TestUnit, TestUnit];
    slow.write(slow.frame(slow.login(), 1).subarray(0, 20));
    now += 9_000;
    slow.write(slow.frame(slow.login(), 1).subarray(20, 30));
    await setTimeout(100);
    expect(closedOf([quiet, slow])).toEqual([false, false]);
    now += 1_000;
    await quiet.isClosed();
    await slow.isClosed();
  });

  it('stay while their login is decided, however long that takes', async () => {
    let now = Date.now();
    const { authenticate } = ports.units;
    const decision = Promise.withResolvers<void>();
    ports.units.authenticate = async (login) => {
      await decision.promise;
      return authenticate(login);
    };
    const bridge = await started({ loginTimeoutMs: 10_000 }, { now: () => now });
    const unit = await TestUnit.dial(bridge, 'UNIT01');
    unit.say(unit.login());
    await setTimeout(100);
    const [quiet] = await silent(bridge, 1);
    now += 11_000;
    // The same sweep sees both.
    await quiet!.isClosed();
    expect(unit.closed).toBe(false);
    decision.resolve();
    await eventually(() => bridge.units === 1, 'the unit to be served');
  });

  it('cost no decision if they close before their turn', async () => {
    const { authenticate } = ports.units;
    const decisions: (() => void)[] = [];
    ports.units.authenticate = async (login) => {
      await new Promise<void>((resolve) => decisions.push(resolve));
      return authenticate(login);
    };
    const bridge = await started({ loginsAtOnce: 1 });
    const dialled: TestUnit[] = [];
    for (const name of ['UNIT01', 'UNIT02', 'UNIT03']) {
      const unit = await TestUnit.dial(bridge, name);
      unit.say(unit.login());
      await eventually(() => decisions.length === 1, 'the first login to be decided');
      dialled.push(unit);
    }
    await setTimeout(100);
    dialled[1]!.vanish();
    await setTimeout(100);
    decisions[0]!();
    await eventually(() => decisions.length === 2, 'the next login to be decided');
    decisions[1]!();
    await eventually(() => bridge.units === 2, 'both other units to be served');
    expect(decisions).toHaveLength(2);
  });

  it('are ended at the address that has most of them, the oldest without a login first', () => {
    const { all, add, ended } = counted(2);
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'a4']) add(name);
    expect([ended, all.size]).toEqual([['a1', 'a2'], 4]);
    all.delete(add('b3'));
    expect([ended, all.size]).toEqual([['a1', 'a2', 'b1'], 3]);
    expect([all.endOne(), all.endOne(), all.endOne(), all.endOne()]).toEqual([true, true, true, false]);
    expect([ended, all.size]).toEqual([['a1', 'a2', 'b1', 'a3', 'b2', 'a4'], 0]);
  });

  it('of a flooding address make place, and an older one of a quiet address stays', () => {
    const { all, add, ended } = counted(1_000);
    add('unit');
    for (let each = 0; each < 1_000; each++) add(`flood${each}`);
    for (let each = 0; each < 999; each++) all.endOne();
    expect([ended.length, all.size]).toEqual([999, 2]);
    expect(ended).not.toContain('unit');
  });

  it('keep their place while their login is decided; the newest goes if all are', () => {
    const { all, add, ended } = counted(3);
    for (const name of ['a1', 'a2']) add(name, false);
    for (const name of ['a3', 'a4']) add(name);
    expect(ended).toEqual(['a3']);
    all.endOne();
    expect(ended).toEqual(['a3', 'a4']);
    all.endOne();
    expect(ended).toEqual(['a3', 'a4', 'a2']);
  });

  it('connect in the end when the table decides more slowly than they dial', async () => {
    const { authenticate } = ports.units;
    const decisions: (() => void)[] = [];
    ports.units.authenticate = async (login) => {
      await new Promise<void>((resolve) => decisions.push(resolve));
      return authenticate(login);
    };
    const bridge = await started({ maxUnidentified: 5 });
    const units: TestUnit[] = [];
    for (const name of ['UNIT01', 'UNIT02', 'UNIT03', 'UNIT04', 'UNIT05']) {
      const unit = await TestUnit.dial(bridge, name);
      unit.say(unit.login());
      units.push(unit);
    }
    await eventually(() => decisions.length === 5, 'the logins to be decided');
    for (const late of await silent(bridge, 5)) await late.isClosed();
    for (const decide of decisions) decide();
    await eventually(() => bridge.units === 5, 'the units to be served');
    expect(closedOf(units)).toEqual([false, false, false, false, false]);
  });

  it('that are closed during their login do not take the unit from its later connection', async () => {
    const bridge = await started({});
    let decide: (() => void) | undefined;
    const { authenticate } = ports.units;
    ports.units.authenticate = async (login) => {
      await new Promise<void>((resolve) => {
        decide = resolve;
      });
      return authenticate(login);
    };
    const early = await TestUnit.dial(bridge);
    early.say(early.login());
    await eventually(() => decide !== undefined, 'the login to be decided');
    early.vanish();
    await expect.poll(() => notLoggedIn(bridge)).toBe(0);
    ports.units.authenticate = authenticate;
    const later = await TestUnit.loggedIn(bridge, 'A1B2C3', { sequence: 5 });
    decide?.();
    await later.isAcknowledged(later.say(later.event()));
    expect([ports.claims.writes, ports.ingest.of('login').length, later.closed]).toEqual([1, 1, false]);
  });
});

describe('logins of all addresses', () => {
  it('are under way a few at a time, from the first read to the commands that wait', async () => {
    let under = 0;
    let most = 0;
    const { authenticate } = ports.units;
    ports.units.authenticate = async (login) => {
      most = Math.max(most, ++under);
      await setTimeout(5);
      return authenticate(login);
    };
    const { due } = ports.commands;
    ports.commands.due = async (unit) => {
      await setTimeout(5);
      under -= 1;
      return due.call(ports.commands, unit);
    };
    const bridge = await started({ loginsAtOnce: 3 });
    const units = await Promise.all(Array.from({ length: 12 }, (_, unit) => TestUnit.dial(bridge, `UNIT${10 + unit}`)));
    for (const unit of units) unit.say(unit.login());
    await eventually(() => bridge.units === 12, 'all units to be served');
    expect(most).toBe(3);
  });

  it('take turns by address, so that one with many does not hold up the others', async () => {
    const line = lineOf({ atOnce: 1 });
    const begun: string[] = [];
    const logins = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) =>
      line.enter(name[0]!, async () => {
        begun.push(name);
        await setTimeout(1);
      }),
    );
    await Promise.all(logins.map(({ done }) => done));
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('leave the line without a turn, and a failed one passes its turn on', async () => {
    const line = lineOf({ atOnce: 1 });
    const table = Promise.withResolvers<never>();
    const first = line.enter('a', () => table.promise);
    const second = line.enter('a', async () => 'in');
    const third = line.enter('a', async () => 'in');
    second.leave();
    expect(await second.done).toBeUndefined();
    table.reject(new Error('The table is down'));
    await expect(first.done).rejects.toThrow(/^The table is down$/);
    expect(await third.done).toBe('in');
    // Too late: no effect.
    for (const place of [first, second, third]) place.leave();
    expect(await line.enter('a', async () => 'in').done).toBe('in');
  });
});

it('a login that hangs passes its turn on', async () => {
  const line = lineOf({ atOnce: 1 }, 20);
  let answer = () => {};
  const hanging = line.enter(
    'a',
    () =>
      new Promise<string>((resolve) => {
        answer = () => resolve('late');
      }),
  );
  expect(await line.enter('b', async () => 'in').done).toBe('in');
  answer();
  expect(await hanging.done).toBe('late');
});

it('logins that hang let others begin only up to a limit', async () => {
  const line = lineOf({ atOnce: 1, underWay: 3 }, 10);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const hanging = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    line.enter(name, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }),
  );
  await eventually(() => begun.length === 3, 'three logins to begin');
  await setTimeout(100);
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['b', 'a', 'c', 'd', 'e']) {
    await eventually(() => ends.has(name), `the login of ${name} to begin`);
    ends.get(name)!();
  }
  await Promise.all(hanging.map(({ done }) => done));
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('connections that close while the table is slow leave the line, so the next one waits for none of them', async () => {
  const { authenticate } = ports.units;
  const decisions: (() => void)[] = [];
  ports.units.authenticate = async (login) => {
    await new Promise<void>((resolve) => decisions.push(resolve));
    return authenticate(login);
  };
  const bridge = await started({ loginsAtOnce: 1, maxConnections: 4 });
  const logIn = async (name: string) => {
    const unit = await TestUnit.dial(bridge, name);
    unit.say(unit.login());
    return unit;
  };
  const first = await logIn('UNIT01');
  for (let each = 10; each < 40; each++) {
    const flood = await logIn(`UNIT${each}`);
    await setTimeout(5);
    flood.vanish();
  }
  await expect.poll(() => healthOf(bridge)).toMatchObject({ notLoggedIn: 1, loginsInLine: 0 });
  const last = await logIn('UNIT02');
  await setTimeout(100);
  decisions[0]!();
  await eventually(() => decisions.length === 2, 'the last login to be decided');
  decisions[1]!();
  await eventually(() => bridge.units === 2, 'both units to be served');
  expect([decisions.length, first.closed, last.closed]).toEqual([2, false, false]);
});

describe('a connection whose login is not decided yet', () => {
  let table: PromiseWithResolvers<void>;
  beforeEach(() => {
    table = Promise.withResolvers();
    const { authenticate } = ports.units;
    ports.units.authenticate = async (login) => {
      await table.promise;
      return authenticate(login);
    };
  });
  const waiting = async () => {
    const bridge = await started({});
    const unit = await TestUnit.dial(bridge, 'UNIT01');
    unit.say(unit.login());
    return { bridge, unit };
  };

  it('may send reports, which are stored afterwards', async () => {
    const { unit } = await waiting();
    const event = unit.say(unit.event());
    await setTimeout(50);
    table.resolve();
    await unit.isAcknowledged(event);
  });
});

describe('logins of one address', () => {
  it('that guess many serial numbers at once get few answers above the limit of the address', async () => {
    const asked: string[] = [];
    ports.units.authenticate = async ({ UnitSerNum }) => {
      asked.push(UnitSerNum);
      await setTimeout(5);
      return { accepted: false, reason: 'unknownUnit' };
    };
    ports.refusals.limits.address = 20;
    const bridge = await started({ loginsAtOnce: 10 });
    const guessers = await Promise.all(
      Array.from({ length: 200 }, (_, unit) => TestUnit.dial(bridge, `U${1000 + unit}`)),
    );
    for (const guesser of guessers) guesser.say(guesser.login());
    await eventually(() => guessers.every(({ heard }) => heard.length > 0), 'all answers');
    expect(asked.length).toBeGreaterThanOrEqual(20);
    expect(asked.length).toBeLessThanOrEqual(20 + 10);
  });
});
