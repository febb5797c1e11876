import { randomUUID } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import type { Bridge } from '#bridge/bridge.ts';
import type { Ports } from '#bridge/ports.ts';
import { DAY, instant } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { client } from '#data/kit/table.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import type { Claim } from '#protocol/command-port.ts';
import { aBridge, eventually, MemoryPorts, post, TestUnit } from '#support/bridge.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { eventOf } from '#support/queue.ts';

beforeAll(someDealers);

/** Bridges that compete for units by the table. A test holds one claim of the first, before it is written or before its answer. */
let memory: MemoryPorts;
let first: Bridge;
let second: Bridge;
let held: ReturnType<typeof holdNextClaim>;
/** What each bridge has told the other. */
let notices: Promise<unknown>[];
let UnitSerNum: string;

beforeEach(async () => {
  memory = new MemoryPorts();
  const ports: Ports = { ...memory, claims: tableClaims, leases: tableLeases };
  const start = (told: (claim: Claim) => Promise<unknown>) =>
    aBridge(
      ports,
      { bridgeId: randomUUID(), claimCheckMs: 600_000, leaseRenewalIntervalMs: 60_000 },
      { neighbours: { superseded: (_, claim) => void notices.push(told(claim)) } },
    );
  notices = [];
  [first, second] = await Promise.all([
    start((claim) => post(second, '/superseded', claim)),
    start((claim) => post(first, '/superseded', claim)),
  ]);
  ({ UnitSerNum } = await aUnit({ UnitStatus: 9 }));
});
afterEach(async () => {
  held?.release();
  for (const bridge of [first, second]) await bridge.close();
});

/** The table answers the next claim late: the claim is written late (`before`), or at once (`after`). */
function holdNextClaim(when: 'before' | 'after') {
  const name = 'held-claim';
  const released = Promise.withResolvers<void>();
  const hold = { isReached: false, release: released.resolve };
  client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isClaim = context.commandName === 'UpdateItemCommand' && JSON.stringify(args.input).includes(UnitSerNum);
      if (!isClaim || hold.isReached) return next(args);
      if (when === 'after') {
        const result = await next(args);
        hold.isReached = true;
        await released.promise;
        return result;
      }
      hold.isReached = true;
      await released.promise;
      return next(args);
    },
    { step: 'initialize', priority: 'high', name },
  );
  return hold;
}

/** Dials the first bridge, whose claim is held, and then logs in at the second one with a later number. */
async function leavesForSecond(when: 'before' | 'after') {
  held = holdNextClaim(when);
  const older = await TestUnit.dial(first, UnitSerNum);
  older.say(older.login({ bootId: 7 }));
  await eventually(() => held.isReached, 'the claim');
  const newer = await TestUnit.loggedIn(second, UnitSerNum, { bootId: 7, sequence: 1 });
  await Promise.all(notices);
  held.release();
  return { older, newer };
}

/** What the unit's timeline tells, after the functions have taken the messages of both bridges. */
async function toldEvents() {
  const records = memory.ingest
    .of('login')
    .map(
      (message, index) =>
        ({ messageId: `m-${index}`, body: JSON.stringify(message), messageAttributes: {} }) as unknown as SQSRecord,
    );
  await invoke('on-unit-report', eventOf(...records));
  const range = { UnitSerNum, startDate: instant(Date.now() - DAY), endDate: instant(Date.now() + DAY), pageSize: 50 };
  return (await unitLogStore.events(range, Date.now())).items.map(({ eventType }) => eventType);
}

describe('of two logins of a unit', () => {
  it.each(['before', 'after'] as const)(
    'the newer connection keeps the unit when the table is late with the older claim: %s it is written',
    async (when) => {
      const { older, newer } = await leavesForSecond(when);
      await older.isClosed();
      expect(older.heard).toEqual([]);
      await newer.isAcknowledged(newer.say(newer.event()));
      expect([first.units, second.units]).toEqual([0, 1]);
      expect(await unitConnectionStore.get(UnitSerNum, Date.now())).toMatchObject({
        bridgeAddress: second.commandUrl,
        bootId: 7,
        lastSequence: 1,
      });
      expect(await toldEvents()).not.toContain('Connection taken over');
    },
  );

  it('the newer connection counts also after it has ended', async () => {
    held = holdNextClaim('before');
    const older = await TestUnit.dial(first, UnitSerNum);
    older.say(older.login({ bootId: 7 }));
    await eventually(() => held.isReached, 'the claim');
    const newer = await TestUnit.loggedIn(second, UnitSerNum, { bootId: 8 });
    newer.end();
    await eventually(() => memory.ingest.of('disconnect').length === 1, 'the end of the newer connection');
    held.release();
    await older.isClosed();
    expect(await unitConnectionStore.get(UnitSerNum, Date.now())).toBeUndefined();
    expect(await toldEvents()).not.toContain('Connection taken over');
  });

  it('the newer connection counts at the same bridge too, also after it has ended', async () => {
    held = holdNextClaim('after');
    const older = await TestUnit.dial(first, UnitSerNum);
    older.say(older.login({ bootId: 7 }));
    await eventually(() => held.isReached, 'the claim');
    const newer = await TestUnit.loggedIn(first, UnitSerNum, { bootId: 8 });
    newer.end();
    await eventually(() => memory.ingest.of('disconnect').length === 1, 'the end of the newer connection');
    held.release();
    await older.isClosed();
    expect(older.heard).toEqual([]);
    expect(first.units).toBe(0);
  });

  it('one that counts back on a later connection is of another device: it gets the unit, and is told', async () => {
    await TestUnit.loggedIn(first, UnitSerNum, { bootId: 9_000 });
    const returned = await TestUnit.loggedIn(second, UnitSerNum, { bootId: 7, sequence: 40 });
    await returned.isAcknowledged(returned.say(returned.event()));
    expect(await unitConnectionStore.get(UnitSerNum, Date.now())).toMatchObject({ bridgeAddress: second.commandUrl });
    expect(await toldEvents()).toContain('Connection taken over');
  });
});
