import { beforeAll, describe, expect, it } from 'vitest';
import { units } from '#core/units/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { CurrentFirmwareEntity } from '#data/ota/firmware-entities.ts';
import { ask, call, type Input } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

const FLEET: readonly [dealer: number, model: UnitModel, count: number][] = [
  [22, 'MXD-LTE', 5],
  [220, 'MXD-LTE', 4],
  [2201, 'MXD-LTE', 3],
  [2201, 'myConnect', 2],
  [49, 'MXD-LTE', 2],
  [49, 'myConnect Air', 1],
];
const fleet: UnitRecord[] = [];

beforeAll(async () => {
  await someDealers();
  for (const [dealer, UnitModel, count] of FLEET)
    for (let made = 0; made < count; made++) fleet.push(await aUnit({ dealer, UnitModel }));
  await CurrentFirmwareEntity.put([
    { portal: 'firmware', unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '2.2.0.0.5' },
    // The version of a part is not that of the unit.
    { portal: 'firmware', unitModel: 'MXD-LTE', firmVerType: 'ClearComm', version: '2.10.0.0.1' },
    { portal: 'firmware', unitModel: 'myConnect', firmVerType: 'myConnect', version: '4.2.31.3.7' },
  ]).go();
});

const users = new Map<number, Promise<UserRecord>>();
function viewerOf(dealer: number): Promise<UserRecord> {
  const viewer = users.get(dealer) ?? aUser({ dealer, flags: ['UNIT_VIEW'] });
  users.set(dealer, viewer);
  return viewer;
}

const list = async (dealer: number, input: Omit<Input<typeof units.list>, 'param'> = {}) =>
  ask(units.list, { param: 'all', ...input, as: await viewerOf(dealer) });

const numbers = (some: readonly { UnitSerNum: string }[]) => some.map(({ UnitSerNum }) => UnitSerNum).sort();
const below = (dealerPath: string, model: UnitModel) =>
  numbers(fleet.filter((unit) => unit.dealerPath.startsWith(dealerPath) && unit.UnitModel === model));

async function pagesOf(dealer: number, UnitModel: UnitModel, pageSize: number) {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(dealer, {
      UnitModel,
      pageSize,
      ...(cursor !== null && { cursor }),
    });
    pages.push(page.lists[UnitModel].map(({ UnitSerNum }) => UnitSerNum));
    cursor = page.cursor;
  } while (cursor !== null);
  return pages;
}

describe('the list of units', () => {
  it('returns lists per model, states, dealer settings and the newest firmware [P2-C68 P2-B01]', async () => {
    const { lists, States, DealerSettings, NewestFirmware, BulkSearchResults } = await list(22);
    expect(Object.keys(lists)).toEqual(['MXD-LTE', 'myConnect', 'myConnect Air']);
    expect(States).toMatchObject({ 5: 'Ready', 9: 'Assigned' });
    expect(DealerSettings).toEqual({ CustomLabel1: 'Room', CustomLabel2: 'Building' });
    expect(NewestFirmware).toEqual({ 'MXD-LTE': '2.2.0.0.5', myConnect: '4.2.31.3.7', 'myConnect Air': '' });
    expect(BulkSearchResults).toBeUndefined();
  });

  it('names the states of units [P2-S12 P2-S13 P2-S14 P2-S15 P2-S16]', async () => {
    const { States } = await list(22);
    expect(States).toEqual({ 5: 'Ready', 8: 'Destroyed', 9: 'Assigned', 11: 'New', 33: 'Repair' });
  });

  it('contains MXD-LTE units by default, and one model at a time [P2-K02]', async () => {
    const { lists } = await list(22);
    expect(numbers(lists['MXD-LTE'])).toEqual(below('/1/22/', 'MXD-LTE'));
    expect([lists.myConnect, lists['myConnect Air']]).toEqual([[], []]);
    const other = await list(22, { UnitModel: 'myConnect' });
    expect([other.lists['MXD-LTE'].length, other.lists.myConnect.length]).toEqual([0, 2]);
  });

  it.each([
    [1, '/1/', { 'MXD-LTE': 14, myConnect: 2, 'myConnect Air': 1 }],
    [22, '/1/22/', { 'MXD-LTE': 12, myConnect: 2, 'myConnect Air': 0 }],
    [220, '/1/22/220/', { 'MXD-LTE': 7, myConnect: 2, 'myConnect Air': 0 }],
    [2201, '/1/22/220/2201/', { 'MXD-LTE': 3, myConnect: 2, 'myConnect Air': 0 }],
    [49, '/1/49/', { 'MXD-LTE': 2, myConnect: 0, 'myConnect Air': 1 }],
    [7, '/1/7/', { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 }],
  ])('of dealer %i contains its own units and those below it, with counts [P1-A03]', async (dealer, path, totals) => {
    const page = await list(dealer);
    expect(numbers(page.lists['MXD-LTE'])).toEqual(below(path, 'MXD-LTE'));
    expect(page.totals).toEqual(totals);
    expect(page.lists['MXD-LTE'].every(({ DealerName }) => DealerName !== '')).toBe(true);
  });

  it.each([1, 2, 5, 11, 12, 13])('returns every unit once, in pages of %i', async (pageSize) => {
    const pages = await pagesOf(22, 'MXD-LTE', pageSize);
    expect(pages.flat().sort()).toEqual(below('/1/22/', 'MXD-LTE'));
    expect(pages.slice(0, -1).every((page) => page.length === pageSize)).toBe(true);
  });

  it('returns a unit with the fields of the specification [P2-E02]', async () => {
    const whole = await aUnit({
      dealer: 7,
      number: 220,
      UnitModel: 'MXD-LTE',
      ICCID1IP: '10.1.2.3',
      ICCID2IP: '10.1.2.4',
      Custom1: 'Room 12',
      Custom2: 'East',
    });
    const [shown] = (await list(7)).lists['MXD-LTE'];
    const {
      dealerPath: _path,
      lastPingAt: _at,
      tcpFail: _tcp,
      AllowSMSConnect: _sms,
      RemoteLog: _log,
      ...unit
    } = whole;
    expect(shown).toEqual({ ...unit, DealerName: 'Lakeshore Alert' });
    expect(Object.keys(shown!)).toEqual(
      expect.arrayContaining(
        `UnitSerNum UnitModel UnitLineID UnitID FirmVer ClearCommVer IMEI PTName PTUnitFirmVer ProfileTemplateKey
        DealerKey AllowOTAUpdate ICCID1 ICCID2 ICCID1State ICCID2State ICCID1Carrier ICCID2Carrier ICCID1IP ICCID2IP
        ActiveICCID activeSimSlot Report BulkAction Custom1 Custom2 ActiveCarrier ActiveState`.split(/\s+/),
      ),
    );
  });
});

describe('the list of units without a secret', () => {
  const listWithout = async (dealer: number, input: object = {}) =>
    call(units.list, { param: 'withoutSecret', ...input, as: await viewerOf(dealer) });

  it('contains those of the dealer and all below it, with their counts, page by page', async () => {
    const editor = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
    const proven = await aUnit({ dealer: 2201, UnitModel: 'MXD-LTE' });
    await ask(units.giveSecret, { UnitSerNum: proven.UnitSerNum, as: editor });
    const fresh = await aUnit({ dealer: 2201, UnitModel: 'MXD-LTE', trustedByLabel: false });
    fleet.push(fresh);
    const expected = below('/1/22/220/', 'MXD-LTE');
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const { status, body }: Awaited<ReturnType<typeof listWithout>> = await listWithout(220, {
        pageSize: 3,
        ...(cursor !== null && { cursor }),
      });
      expect(status).toBe(200);
      expect(body.totals).toEqual({ 'MXD-LTE': expected.length, myConnect: 2, 'myConnect Air': 0 });
      found.push(...body.lists['MXD-LTE'].map(({ UnitSerNum }: UnitRecord) => UnitSerNum));
      cursor = body.cursor;
    } while (cursor !== null);
    expect(found.sort()).toEqual(expected);
    expect(found).toContain(fresh.UnitSerNum);
    expect(found).not.toContain(proven.UnitSerNum);
    expect((await list(220)).totals['MXD-LTE']).toBe(expected.length + 1);
    fleet.push(proven);
  });

  it('accepts only its own cursors', async () => {
    const { body: own } = await listWithout(22, { pageSize: 2 });
    expect((await listWithout(22, { cursor: own.cursor })).status).toBe(200);
    const { cursor } = await list(22, { pageSize: 2 });
    const refused = { status: 422, body: { issues: [{ path: 'cursor' }] } };
    expect(await listWithout(22, { cursor })).toMatchObject(refused);
    expect(await listWithout(49, { cursor: own.cursor })).toMatchObject(refused);
    const asAll = await call(units.list, { param: 'all', cursor: own.cursor, as: await viewerOf(22) });
    expect(asAll).toMatchObject(refused);
  });
});

describe('a cursor of the list', () => {
  const listAs = async (dealer: number, input: object) =>
    call(units.list, { param: 'all', ...input, as: await viewerOf(dealer) });
  const refused = { status: 422, body: { issues: [{ path: 'cursor' }] } };

  it('is valid in its own list only', async () => {
    const { cursor } = await list(22, { pageSize: 2 });
    expect((await listAs(22, { cursor })).status).toBe(200);
    expect(await listAs(22, { cursor, UnitModel: 'myConnect' })).toMatchObject(refused);
    expect(await listAs(49, { cursor })).toMatchObject(refused);
    expect(await listAs(2201, { cursor })).toMatchObject(refused);
  });

  it('at a unit of a sub-dealer is also valid in the list of the sub-dealer', async () => {
    const { cursor, lists } = await list(22, { pageSize: 6 });
    const page = await listAs(220, { cursor });
    expect(page.status).toBe(200);
    const given = new Set(lists['MXD-LTE'].map(({ UnitSerNum }) => UnitSerNum));
    expect(numbers(page.body.lists['MXD-LTE'])).toEqual(
      below('/1/22/220/', 'MXD-LTE').filter((UnitSerNum) => !given.has(UnitSerNum)),
    );
  });

  it('cannot be changed to another dealer', async () => {
    const { cursor } = await list(49, { pageSize: 1 });
    const keys = JSON.parse(Buffer.from(cursor!, 'base64url').toString());
    const moved = JSON.stringify(keys).replaceAll('/1/49/', '/1/22/');
    expect(await listAs(49, { cursor: Buffer.from(moved).toString('base64url') })).toMatchObject(refused);
  });

  it('stays valid after its unit was deleted', async () => {
    const { cursor, lists } = await list(1, { pageSize: 3 });
    const { UnitEntity } = await import('#data/units/units.ts');
    const last = lists['MXD-LTE'].at(-1)!.UnitSerNum;
    const stored = fleet.find(({ UnitSerNum }) => UnitSerNum === last)!;
    await UnitEntity.delete({ UnitSerNum: last }).go();
    const { status, body } = await listAs(1, { cursor, pageSize: 3 });
    await UnitEntity.put(stored).go();
    expect([status, body.lists['MXD-LTE'].length]).toEqual([200, 3]);
  });
});

describe('the size of a page', () => {
  it.each([0, -1, 1001, 2.5])('cannot be %d', async (pageSize) => {
    const answer = await call(units.list, { param: 'all', pageSize, as: await viewerOf(22) });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'pageSize' }] } });
  });

  it('is the number of items that the table reads', async () => {
    const { client } = await import('#data/kit/table.ts');
    const limits: unknown[] = [];
    client.middlewareStack.add(
      (next) => async (args) => {
        if ('KeyConditionExpression' in args.input && 'IndexName' in args.input)
          limits.push((args.input as { Limit?: number }).Limit);
        return next(args);
      },
      { step: 'initialize', name: 'limits' },
    );
    await list(22, { pageSize: 3 });
    client.middlewareStack.remove('limits');
    expect(limits).toEqual([3]);
  });
});

it('a unit shows the state Non-Billing of its SIMs to engineers only, in the list and by itself [P2-A05 P2-S10]', async () => {
  const { UnitSerNum } = await aUnit({
    ...{ dealer: 220, UnitModel: 'MXD-LTE', ICCID1State: 35, ICCID2State: 14, ActiveState: 35 },
  });
  for (const [flags, state] of [
    [['UNIT_VIEW'], 15],
    [['UNIT_VIEW', 'ENGINEER'], 35],
  ] as const) {
    const as = await aUser({ dealer: 220, flags: [...flags] });
    const states = { ICCID1State: state, ICCID2State: 14, ActiveState: state };
    expect((await ask(units.get, { id: UnitSerNum, as })).Unit).toMatchObject(states);
    const { lists } = await ask(units.list, { param: 'UnitSerNum', searchText: UnitSerNum, as });
    expect(lists['MXD-LTE']).toMatchObject([states]);
  }
});
