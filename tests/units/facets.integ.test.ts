import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { listFailedUpdates } from '#data/units/list-failed-updates.ts';
import { settleFacets, settleFacetsSoon } from '#data/units/settle-facets.ts';
import { UnitFacetCountEntity, UnitFacetsEntity } from '#data/units/unit-facets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { measure, measured, quiet } from '#support/capacity.ts';
import { setClock } from '#support/clock.ts';
import { expectFacetsToAgree } from '#support/facets.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNextTransaction, cancelTransactions } from '#support/table-faults.ts';

let stream: Awaited<ReturnType<typeof aStreamReader>>;
beforeAll(async () => {
  await someDealers();
  stream = await aStreamReader();
});
afterEach(() => {
  cancelTransactions(0);
});

/** What follows the changes of units since the last call, with the stream's clock at `now`. */
async function followUnits(now: number, { times = 1 } = {}): Promise<void> {
  const Records = (await stream.next()).filter(({ dynamodb }) =>
    [dynamodb?.NewImage, dynamodb?.OldImage].some((image) => image?.__edb_e__?.S === 'unit'),
  );
  setClock(now);
  await follow(Records, { times });
}

const pingedAt = (at: number, given: object = {}) => ({
  lastPing: { lastPingTime: instant(at), pingReason: 'Scheduled', bars: 4, acPower: true, ...given },
  lastPingAt: instant(at),
});

/** A unit in service without any trouble. */
const aSoundUnit = (given: Parameters<typeof aUnit>[0] = {}) =>
  aUnit({
    UnitModel: 'MXD-LTE',
    UnitStatus: 9,
    Report: 1,
    ActiveState: 14,
    tcpFail: 0,
    ...pingedAt(TODAY - HOUR),
    ...given,
  });

const facetsOf = async ({ UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>) =>
  (await UnitFacetsEntity.get({ UnitSerNum }).go({ consistent: true })).data;
const conditionOf = async (unit: UnitRecord) => (await facetsOf(unit))?.facets.condition;
const setUnit = ({ UnitSerNum }: UnitRecord, to: Partial<UnitRecord>) => UnitEntity.patch({ UnitSerNum }).set(to).go();

describe('rows and counts of units', () => {
  it('follow a new, a changed, a moved and a deleted unit, also if each change arrives twice', async () => {
    const unit = await aSoundUnit({ dealer: 2201 });
    await followUnits(TODAY, { times: 2 });
    expect(await conditionOf(unit)).toBe('healthy');
    await expectFacetsToAgree(TODAY);

    await setUnit(unit, { Report: 0, FirmVer: '2.1.4.0.1', ActiveState: 15 });
    await followUnits(TODAY, { times: 2 });
    expect(await conditionOf(unit)).toBe('attention');
    await expectFacetsToAgree(TODAY);

    await setUnit(unit, { DealerKey: 49, dealerPath: '/1/49/' });
    await followUnits(TODAY, { times: 2 });
    expect((await facetsOf(unit))?.dealerPath).toBe('/1/49/');
    await expectFacetsToAgree(TODAY);

    await UnitEntity.delete({ UnitSerNum: unit.UnitSerNum }).go();
    await followUnits(TODAY, { times: 2 });
    expect(await facetsOf(unit)).toBeNull();
    await expectFacetsToAgree(TODAY);
  });

  it('contain no version that no unit has any more, and short ones of versions without end', async () => {
    const [unit, other] = [
      await aSoundUnit({ dealer: 2201, FirmVer: '7.0' }),
      await aSoundUnit({ dealer: 22, FirmVer: '7.0' }),
    ];
    await settleFacets(other.UnitSerNum, TODAY);
    for (const FirmVer of ['7.0', '7.1', '7.2', '9'.repeat(5_000)]) {
      await setUnit(unit, { FirmVer });
      await settleFacets(unit.UnitSerNum, TODAY);
    }
    const versionsAt = async (DealerKey: number) =>
      (await UnitFacetCountEntity.query.byDealer({ DealerKey }).go({ pages: 'all' })).data
        .filter(({ facet, value }) => facet === 'FirmVer' && /^[79]/.test(value))
        .map(({ value, count }) => [value, count]);
    expect(await versionsAt(2201)).toEqual([['9'.repeat(100), 1]]);
    for (const above of [1, 22])
      expect(await versionsAt(above)).toEqual([
        ['7.0', 1],
        ['9'.repeat(100), 1],
      ]);
    await expectFacetsToAgree(TODAY);
    for (const { UnitSerNum } of [unit, other]) await UnitEntity.delete({ UnitSerNum }).go();
    await followUnits(TODAY);
    expect(await versionsAt(1)).toEqual([]);
  });

  it('follow changes in any order, because each acts on the present unit', async () => {
    const unit = await aSoundUnit();
    await setUnit(unit, { Report: 0 });
    await setUnit(unit, { Report: 1, FirmVer: '1.0' });
    const Records = (await stream.next()).filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'unit');
    setClock(TODAY);
    await follow(Records.reverse());
    await expectFacetsToAgree(TODAY);
  });

  it('need nothing if only fields change by which no list finds the unit', async () => {
    const unit = await aSoundUnit();
    await followUnits(TODAY);
    const before = await facetsOf(unit);
    await setUnit(unit, { Custom1: 'Room 7', RemoteLog: '1' });
    await setUnit(unit, pingedAt(TODAY - MINUTE));
    await followUnits(TODAY);
    expect(await facetsOf(unit)).toEqual(before);
  });

  it('follow a move and a change of everything at the greatest depth, in writes that fit into transactions', async () => {
    const deep = `/1/${Array.from({ length: 8 }, (_, level) => 1000 + level).join('/')}/`;
    const other = `/1/${Array.from({ length: 8 }, (_, level) => 2000 + level).join('/')}/`;
    const unit = await aSoundUnit();
    for (const dealerPath of [deep, other]) {
      await setUnit(unit, { dealerPath });
      await followUnits(TODAY);
      await expectFacetsToAgree(TODAY);
    }
    const repaired = {
      UnitStatus: 33,
      FirmVer: '9',
      PTName: 'Other',
      ActiveState: 15,
      ActiveCarrier: 2,
      Report: 0,
    } as const;
    const back = {
      UnitStatus: 9,
      FirmVer: '8',
      PTName: 'Third',
      ActiveState: 14,
      ActiveCarrier: 1,
      Report: 1,
    } as const;
    for (const service of [repaired, back, { ...repaired, UnitStatus: 9 } as const]) {
      await setUnit(unit, service);
      await followUnits(TODAY);
      await expectFacetsToAgree(TODAY);
    }
    await UnitEntity.delete({ UnitSerNum: unit.UnitSerNum }).go();
    await followUnits(TODAY);
  });

  it('have failed updates until the count is reset, also of a unit from before the list of them', async () => {
    const unit = await aSoundUnit({ dealer: 2201 });
    await followUnits(TODAY);
    await setUnit(unit, { downloadFail: 3 });
    await followUnits(TODAY, { times: 2 });
    expect((await facetsOf(unit))?.facets.Updates).toBe('failed');
    await expectFacetsToAgree(TODAY);
    await setUnit(unit, { downloadFail: 0 });
    await followUnits(TODAY);
    expect((await facetsOf(unit))?.facets).not.toHaveProperty('Updates');
    await expectFacetsToAgree(TODAY);

    await setUnit(unit, { downloadFail: 1 });
    await stream.next();
    for (let time = 0; time < 2; time++) expect(await listFailedUpdates(TODAY)).toEqual({ count: 1, left: [] });
    expect((await facetsOf(unit))?.facets.Updates).toBe('failed');
    await expectFacetsToAgree(TODAY);
    await UnitEntity.delete({ UnitSerNum: unit.UnitSerNum }).go();
    await followUnits(TODAY);
  });

  it('are whole again after a move that was killed between its two transactions', async () => {
    const unit = await aSoundUnit({ dealer: 22 });
    await followUnits(TODAY);
    await setUnit(unit, { DealerKey: 49, dealerPath: '/1/49/' });
    let transactions = 0;
    const { client } = await import('#data/kit/table.ts');
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName === 'TransactWriteItemsCommand' && ++transactions === 2) throw new Error('Killed');
        return next(args);
      },
      { step: 'initialize', name: 'killed' },
    );
    await expect(settleFacets(unit.UnitSerNum, TODAY)).rejects.toThrow(/Killed/);
    client.middlewareStack.remove('killed');
    expect(await facetsOf(unit)).toMatchObject({ facets: {}, changesAt: instant(TODAY) });
    setClock(TODAY);
    await invoke('on-condition-due', {});
    expect(await facetsOf(unit)).toMatchObject({ dealerPath: '/1/49/', facets: { condition: 'healthy' } });
    await expectFacetsToAgree(TODAY);
    await followUnits(TODAY, { times: 2 });
    await expectFacetsToAgree(TODAY);
  });

  it('agree when many units change at once, each several times', async () => {
    const units: UnitRecord[] = [];
    for (let made = 0; made < 8; made++) units.push(await aSoundUnit({ dealer: made % 2 ? 2201 : 220 }));
    const states = [14, 15, 36];
    await Promise.all(
      units.flatMap((unit, index) =>
        states.map(async (state, turn) => {
          await setUnit(unit, { ActiveState: state, Report: ((index + turn) % 2) as 0 | 1 });
          await settleFacets(unit.UnitSerNum, TODAY);
        }),
      ),
    );
    await followUnits(TODAY);
    await expectFacetsToAgree(TODAY);
  });

  it('never keep an older reading: who read the unit before a change writes nothing', async () => {
    const unit = await aSoundUnit();
    await settleFacets(unit.UnitSerNum, TODAY);
    await setUnit(unit, { Report: 0 });
    const ran = beforeNextTransaction(async () => {
      await setUnit(unit, { Report: 1, FirmVer: '9.9' });
      await settleFacets(unit.UnitSerNum, TODAY);
    });
    await settleFacets(unit.UnitSerNum, TODAY);
    expect(ran()).toBe(true);
    await followUnits(TODAY);
    expect((await facetsOf(unit))?.facets).toMatchObject({ Report: '1', FirmVer: '9.9' });
    await expectFacetsToAgree(TODAY);
  });

  it('leave a unit to the next scheduled run if the table is busy, so that alarms do not wait', async () => {
    const unit = await aSoundUnit();
    await settleFacets(unit.UnitSerNum, TODAY);
    await setUnit(unit, { Report: 0 });
    const asked = cancelTransactions(1000);
    await settleFacetsSoon(unit.UnitSerNum, TODAY + MINUTE);
    expect(asked()).toBe(1);
    cancelTransactions(0);
    expect(await facetsOf(unit)).toMatchObject({ changesAt: instant(TODAY + MINUTE), facets: { Report: '1' } });
    setClock(TODAY + MINUTE);
    await invoke('on-condition-due', {});
    expect((await facetsOf(unit))?.facets.Report).toBe('0');
    await followUnits(TODAY + MINUTE);
    await expectFacetsToAgree(TODAY + MINUTE);
  });

  it('fail for a new unit if the table is busy: its message comes again', async () => {
    const unit = await aSoundUnit();
    cancelTransactions(1);
    await expect(settleFacetsSoon(unit.UnitSerNum, TODAY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await followUnits(TODAY);
    await expectFacetsToAgree(TODAY);
  });
});

/** What the log of a unit tells, the newest first. */
async function toldOf({ UnitSerNum }: UnitRecord, now: number) {
  const range = { UnitSerNum, startDate: instant(TODAY - DAY), endDate: instant(now + DAY), pageSize: 100 };
  const { items } = await unitLogStore.events(range, now);
  return items.map(({ eventType, timeStamp, detail }) => [eventType, timeStamp, detail]);
}

describe('the condition of units that send no ping', () => {
  const runAt = async (now: number) => {
    setClock(now);
    expect(await invoke('on-condition-due', {})).toEqual({ failed: 0 });
  };

  it('costs a unit that has pinged meanwhile two and a half read units and three write units, once in its interval', async () => {
    const unit = await aSoundUnit(pingedAt(TODAY));
    await followUnits(TODAY);
    await setUnit(unit, pingedAt(TODAY + DAY));
    measure((entity) => entity);
    await settleFacets(unit.UnitSerNum, TODAY + 1.125 * DAY + 1);
    await quiet();
    expect(measured()).toMatchObject({ read: 2.5, write: 3 });
  });

  it('becomes late, then silent, and healthy with the next ping', async () => {
    const unit = await aSoundUnit(pingedAt(TODAY));
    await followUnits(TODAY);
    await runAt(TODAY + 1.125 * DAY);
    expect(await conditionOf(unit)).toBe('healthy');
    await runAt(TODAY + 1.125 * DAY + 1);
    expect(await conditionOf(unit)).toBe('late');
    await expectFacetsToAgree(TODAY + 1.125 * DAY + 1);
    const silentAt = TODAY + 2 * DAY + 1;
    await runAt(silentAt);
    expect(await conditionOf(unit)).toBe('silent');
    await expectFacetsToAgree(silentAt);
    await runAt(silentAt + DAY);

    const timeStamp = instant(silentAt + DAY);
    const ping = { timeStamp, receivedAt: timeStamp, sequence: 9, pingReason: 'Scheduled', bars: 4 };
    await unitLogStore.recordPing(unit.UnitSerNum, '1-9', ping);
    await followUnits(silentAt + DAY, { times: 2 });
    expect(await conditionOf(unit)).toBe('healthy');
    await expectFacetsToAgree(silentAt + DAY);
  });

  it('stays if the unit has pinged since, which writes only the next time', async () => {
    const from = TODAY + 10 * DAY;
    const unit = await aSoundUnit(pingedAt(from));
    await followUnits(from);
    await setUnit(unit, pingedAt(from + DAY));
    await followUnits(from + DAY);
    expect((await facetsOf(unit))?.changesAt).toBe(instant(from + 1.125 * DAY + 1));
    await runAt(from + 1.125 * DAY + 1);
    const { facets, changesAt } = (await facetsOf(unit))!;
    expect([facets.condition, changesAt]).toEqual(['healthy', instant(from + 2.125 * DAY + 1)]);
  });

  it('follows a ping that arrives while a run, whose clock is ahead, makes the unit late', async () => {
    const from = TODAY + 20 * DAY;
    const unit = await aSoundUnit(pingedAt(from));
    await followUnits(from);
    const due = from + 1.125 * DAY + 1;
    await runAt(due);
    expect(await conditionOf(unit)).toBe('late');
    await setUnit(unit, pingedAt(due - 1000));
    await followUnits(due - 1000);
    expect(await conditionOf(unit)).toBe('healthy');
  });

  it('is told in the log of the unit, once for each change, and counted', async () => {
    const from = TODAY + 40 * DAY;
    const unit = await aSoundUnit(pingedAt(from));
    await followUnits(from);
    const [overdueAt, silentAt, heardAt] = [from + 1.125 * DAY + 1, from + 2 * DAY + 1, from + 3 * DAY];
    for (const at of [overdueAt, overdueAt + HOUR, silentAt, silentAt + HOUR]) await runAt(at);
    await setUnit(unit, pingedAt(heardAt));
    await followUnits(heardAt, { times: 2 });
    expect(await toldOf(unit, heardAt)).toEqual([
      ['Unit heard again', instant(heardAt), 'The ping came 72 hours after the one before.'],
      ['Unit silent', instant(silentAt), 'The last ping came 48 hours ago. The unit pings every 24 hours.'],
      ['Ping overdue', instant(overdueAt), 'The last ping came 27 hours ago. The unit pings every 24 hours.'],
    ]);
  });

  it('is told once if the table is busy, the run is killed between its steps, or two runs meet', async () => {
    const from = TODAY + 50 * DAY;
    const unit = await aSoundUnit(pingedAt(from));
    await followUnits(from);
    const silentAt = from + 2 * DAY + 1;
    // The unit moves to another dealer at the same time, so the change takes several transactions.
    await setUnit(unit, { DealerKey: 49, dealerPath: '/1/49/' });
    for (const busy of [1, 2, 3]) {
      cancelTransactions(busy);
      await settleFacets(unit.UnitSerNum, silentAt, 1).catch(() => undefined);
    }
    cancelTransactions(0);
    await Promise.all([1, 2, 3].map(() => settleFacets(unit.UnitSerNum, silentAt)));
    expect(await conditionOf(unit)).toBe('silent');
    expect((await toldOf(unit, silentAt)).map(([eventType]) => eventType)).toEqual(['Unit silent']);
  });

  it('is not told of a unit that comes into service, leaves it, or has never pinged', async () => {
    const from = TODAY + 60 * DAY;
    const units = [
      await aSoundUnit({ ...pingedAt(from - 9 * DAY), UnitStatus: 5 }),
      await aSoundUnit(pingedAt(from - 9 * DAY)),
      await aSoundUnit({ UnitStatus: 5, lastPing: undefined, lastPingAt: undefined }),
    ];
    await followUnits(from);
    for (const unit of units) await setUnit(unit, { UnitStatus: unit.UnitStatus === 5 ? 9 : 5 });
    await followUnits(from + HOUR);
    await runAt(from + DAY);
    for (const unit of units) expect(await toldOf(unit, from + DAY)).toEqual([]);
  });

  it('follows the interval that the unit reported, also if it is shorter than the one before', async () => {
    const from = TODAY + 70 * DAY;
    const unit = await aSoundUnit(pingedAt(from));
    await followUnits(from);
    await setUnit(unit, { PingInterval: 4 });
    await followUnits(from + HOUR);
    expect((await facetsOf(unit))?.changesAt).toBe(instant(from + 4.5 * HOUR + 1));
    await runAt(from + 8 * HOUR + 1);
    expect(await conditionOf(unit)).toBe('silent');
    await setUnit(unit, { PingInterval: 48 });
    await followUnits(from + 9 * HOUR);
    expect(await conditionOf(unit)).toBe('healthy');
  });

  it('changes for all other units if one cannot be settled', async () => {
    const from = TODAY + 30 * DAY;
    const broken = await aSoundUnit(pingedAt(from));
    const others = [await aSoundUnit(pingedAt(from)), await aSoundUnit(pingedAt(from))];
    await followUnits(from);
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
    const { client, tableName } = await import('#data/kit/table.ts');
    const { Key } = UnitEntity.get({ UnitSerNum: broken.UnitSerNum }).params() as { Key: Record<string, string> };
    const setPath = (path: unknown) =>
      client.send(
        new UpdateCommand({
          TableName: tableName(),
          Key,
          UpdateExpression: 'SET dealerPath = :path',
          ExpressionAttributeValues: { ':path': path },
        }),
      );
    await setPath(7);
    setClock(from + 1.125 * DAY + 1);
    await expect(invoke('on-condition-due', {})).rejects.toThrow(/^on-condition-due /);
    for (const unit of others) expect(await conditionOf(unit)).toBe('late');
    await setPath(broken.dealerPath);
    await runAt(from + 1.125 * DAY + 1);
    expect(await conditionOf(broken)).toBe('late');
  });
});

it('the counts of a dealer are all read, however many values its units have', async () => {
  const count = (UnitModel: string, facet: string, value: string) =>
    itemOf(UnitFacetCountEntity, { DealerKey: 777, UnitModel, facet, value, count: 1, inService: 1 } as never);
  const names = Array.from({ length: 6_000 }, (_, index) => `A profile with a name of usual length ${index}`);
  await writeAll(
    [...names.map((name) => count('MXD-LTE', 'PTName', name)), count('myConnect', 'condition', 'silent')],
    () => {},
  );
  const counts = await unitFacetStore.counts({ dealerKey: 777 }, () => expect.unreachable());
  expect(counts).toHaveLength(6_001);
  expect(counts).toContainEqual(expect.objectContaining({ UnitModel: 'myConnect', value: 'silent' }));
});
