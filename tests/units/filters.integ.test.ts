import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { CONDITIONS } from '#core/units/condition.ts';
import { units } from '#core/units/contract.ts';
import { facetsOf, indexedFilters } from '#core/units/facets.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { client } from '#data/kit/table.ts';
import { MAX_ROWS_READ, unitFacetStore } from '#data/units/facet-list.ts';
import { UnitByConditionEntity, UnitByFacetEntity, UnitFacetCountEntity } from '#data/units/unit-facets.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask, call, type Input } from '#support/call.ts';
import { settleAll } from '#support/facets.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

const NOW = Date.now();
const fleet: UnitRecord[] = [];
let viewer: UserRecord;
let engineer: UserRecord;

const pinged = (ago: number) => ({
  lastPing: { lastPingTime: instant(NOW - ago), pingReason: 'Scheduled', bars: 4, acPower: true },
  lastPingAt: instant(NOW - ago),
});
const SILENT = pinged(5 * DAY);
const LONG_SILENT = pinged(9 * DAY);
const LATE = pinged(1.5 * DAY);
const SOUND = { UnitModel: 'MXD-LTE', UnitStatus: 9, Report: 1, ActiveState: 14, ActiveCarrier: 0 } as const;

/** Units of MXD-LTE at each dealer, and one of another model. */
const FLEET: readonly (Parameters<typeof aUnit>[0] & { dealer: number })[] = [
  { dealer: 22, ...pinged(HOUR), FirmVer: '2.2.0.0.5' },
  { dealer: 22, ...SILENT, FirmVer: '2.1' },
  { dealer: 220, ...LATE, FirmVer: '2.2.0.0.5_hot' },
  { dealer: 220, ...pinged(HOUR), FirmVer: '2.1', Report: 0, ActiveState: 36 },
  { dealer: 220, ...pinged(HOUR), FirmVer: '2.1', ActiveState: 15 },
  { dealer: 2201, ...LONG_SILENT, FirmVer: '2.1', ActiveState: 35, ActiveCarrier: 1 },
  { dealer: 2201, ...pinged(HOUR), FirmVer: '2.2.0.0.5', UnitStatus: 33 },
  { dealer: 49, ...SILENT, FirmVer: '2.1' },
  { dealer: 2201, ...pinged(DAY), UnitModel: 'myConnect' },
];

beforeAll(async () => {
  await someDealers();
  for (const given of FLEET) fleet.push(await aUnit({ ...SOUND, PTName: 'Standard', ...given }));
  await settleAll(fleet, NOW);
  viewer = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
  engineer = await aUser({ dealer: 22, flags: ['UNIT_VIEW', 'ENGINEER'] });
});

const list = (input: Omit<Input<typeof units.list>, 'param'> = {}, as = viewer) =>
  ask(units.list, { param: 'all', ...input, as });
const serials = ({ lists }: Awaited<ReturnType<typeof list>>) =>
  Object.values(lists)
    .flat()
    .map(({ UnitSerNum }) => UnitSerNum);
const nth = (...indexes: number[]) => indexes.map((index) => fleet[index]!.UnitSerNum);

describe('the filtered list of units', () => {
  it('begins with the worst condition, and within a condition with the longest silence or what is in danger', async () => {
    const answer = await list({ order: 'worst' });
    expect(serials(answer)).toEqual(nth(5, 1, 2, 4, 3, 0, 6));
    expect(serials(await list({ condition: 'silent' }))).toEqual(nth(5, 1));
    expect(serials(await list({ DealerKey: 2201, order: 'worst' }))).toEqual(nth(5, 6));
    expect(answer.matching).toEqual({ 'MXD-LTE': 7, myConnect: 1, 'myConnect Air': 0 });
  });

  const byCondition = (one: string, other: string) =>
    rank(one) - rank(other) || pathOf(one).localeCompare(pathOf(other));
  const unitOf = (serial: string) => fleet.find(({ UnitSerNum }) => UnitSerNum === serial)!;
  const rank = (serial: string) => CONDITIONS.indexOf(facetsOf(unitOf(serial), NOW).condition);
  const pathOf = (serial: string) => `${unitOf(serial).dealerPath} ${serial}`;

  it.each([
    ['a condition', { condition: 'silent' }, [1, 5], 2],
    ['a status', { UnitStatus: '33' }, [6], 1],
    ['a firmware version, as shown', { FirmVer: '2.2.0.0.5' }, [2, 0, 6], 3],
    ['a profile', { PTName: 'Standard' }, [1, 5, 2, 4, 0, 3, 6], 7],
    ['a SIM state', { ActiveState: '14' }, [1, 2, 0, 6], 4],
    ['a carrier', { ActiveCarrier: '1' }, [5], 1],
    ['reporting', { Report: '0' }, [3], 1],
    ['a value that nothing has', { FirmVer: '7' }, [], 0],
    ['one of several carriers', { ActiveCarrier: '0|1' }, [0, 1, 2, 3, 4, 5, 6], 7],
    ['one of several conditions', { condition: 'silent|late' }, [1, 5, 2], 3],
    ['one of several versions', { FirmVer: '2.1|2.2.0.0.5|7' }, [0, 1, 2, 3, 4, 5, 6], 7],
    ['a version below', { FirmVer: '<2.2' }, [1, 3, 4, 5], 4],
    ['a version above, in service', { FirmVer: '>=2.1.9', UnitStatus: '9' }, [0, 2], 2],
    ['a version between two', { FirmVer: '>2.1|<=2.2.0.0.5' }, [0, 2, 6], 3],
    ['a version that none has', { FirmVer: '<1' }, [], 0],
    ['the status assigned', { UnitStatus: '9' }, [1, 5, 2, 4, 0, 3], 6],
    ['a firmware version, in service', { UnitStatus: '9', FirmVer: '2.2.0.0.5' }, [0, 2], 2],
    ['a SIM state, in service', { UnitStatus: '9', ActiveState: '14' }, [0, 1, 2], 3],
    ['a condition, in service', { UnitStatus: '9', condition: 'late' }, [2], 1],
    ['no condition that is in service', { UnitStatus: '9', condition: 'out' }, [], 0],
  ] as const)('finds the units with %s, and says how many they are', async (_, filter, found, count) => {
    const answer = await list(filter);
    expect(serials(answer).sort()).toEqual(nth(...found).sort());
    expect(answer.matching?.['MXD-LTE']).toBe(count);
  });

  it('finds units that are silent for longer than some hours, the longest silence first', async () => {
    expect(serials(await list({ silentOver: 24 }))).toEqual(nth(5, 1, 2));
    expect(serials(await list({ silentOver: 48 }))).toEqual(nth(5, 1));
    expect(serials(await list({ silentOver: 150 }))).toEqual(nth(5));
    expect(serials(await list({ silentOver: 24, condition: 'late' }))).toEqual(nth(2));
    expect(serials(await list({ silentOver: 24, ActiveCarrier: '0', FirmVer: '<2.2' }))).toEqual(nth(1));
    expect(serials(await list({ silentOver: 24, DealerKey: 2201 }))).toEqual(nth(5));
    const answer = await list({ silentOver: 24, pageSize: 2 });
    expect(answer.matching).toBeUndefined();
    expect(serials(await list({ silentOver: 24, pageSize: 2, cursor: answer.cursor! }))).toEqual(nth(2));
    const { UnitSerNum } = fleet[1]!;
    const searched = (silentOver: number) =>
      ask(units.list, { param: 'UnitSerNum', searchText: UnitSerNum, silentOver, FirmVer: '<2.2', as: viewer });
    expect(serials(await searched(24))).toEqual([UnitSerNum]);
    expect(serials(await searched(24 * 6))).toEqual([]);
  });

  it('does not count a unit as silent for some hours that has never sent a ping, in a list or a search', async () => {
    const never = await aUnit({ ...SOUND, dealer: 91, lastPing: undefined, lastPingAt: undefined });
    const silent = await aUnit({ ...SOUND, dealer: 91, ...SILENT });
    await settleAll([never, silent], NOW);
    const as = await aUser({ dealer: 91, flags: ['UNIT_VIEW'] });
    expect(serials(await list({ condition: 'silent' }, as)).sort()).toEqual(
      [never.UnitSerNum, silent.UnitSerNum].sort(),
    );
    expect(serials(await list({ silentOver: 24 }, as))).toEqual([silent.UnitSerNum]);
    const found = await ask(units.list, { param: 'all', BulkSearch: never.UnitSerNum, silentOver: 24, as });
    expect(serials(found)).toEqual([]);
  });

  it('has a unit with several of the chosen tags once', async () => {
    const tagged = await aUnit({ ...SOUND, dealer: 49, ...pinged(HOUR), Tags: ['loan', 'pilot'] });
    const other = await aUnit({ ...SOUND, dealer: 49, ...pinged(HOUR), Tags: ['pilot'] });
    await settleAll([tagged, other], NOW);
    const as = await aUser({ dealer: 49, flags: ['UNIT_VIEW'] });
    const answer = await list({ tag: 'loan|pilot' }, as);
    expect(serials(answer).sort()).toEqual([tagged.UnitSerNum, other.UnitSerNum].sort());
    expect(answer.matching).toBeUndefined();
    expect((await list({ tag: 'pilot' }, as)).matching?.['MXD-LTE']).toBe(2);
  });

  it('refuses a range of more versions than it reads, and what is no range, with a sentence', async () => {
    for (let version = 1; version <= 41; version++)
      await UnitFacetCountEntity.put({
        ...{ DealerKey: 49, UnitModel: 'MXD-LTE', facet: 'FirmVer', value: `1.0.${version}`, count: 1, inService: 1 },
      }).go();
    const as = await aUser({ dealer: 49, flags: ['UNIT_VIEW'] });
    const refused = async (FirmVer: string) => {
      const { status, body } = await call(units.list, { param: 'all', FirmVer, as });
      return [status, body.message];
    };
    expect(await refused('<2')).toEqual([
      422,
      '41 versions are in this range, and a list reads at most 40. Narrow it, such as firmver>2.1 firmver<2.2',
    ]);
    expect(await refused('<2|2.1')).toEqual([422, 'Ask for versions, or for a range of them']);
    expect((await refused('1.0.1|'.repeat(41)))[0]).toBe(422);
  });

  it('finds the units that match several filters, whose number nobody counts', async () => {
    const answer = await list({ condition: 'silent', FirmVer: '2.1', ActiveCarrier: '0' });
    expect(serials(answer)).toEqual(nth(1));
    expect(answer.matching).toBeUndefined();
  });

  it('has only the units of the dealer in the filter and below it, with their counts', async () => {
    const answer = await list({ DealerKey: 220, condition: 'silent' });
    expect(serials(answer)).toEqual(nth(5));
    expect(answer.facets?.['MXD-LTE'].condition).toEqual([
      { value: 'silent', count: 1, inService: 1 },
      { value: 'late', count: 1, inService: 1 },
      { value: 'attention', count: 2, inService: 2 },
      { value: 'out', count: 1, inService: 0 },
    ]);
    expect(answer.facets?.['MXD-LTE'].FirmVer).toEqual([
      { value: '2.1', count: 3, inService: 3 },
      { value: '2.2.0.0.5', count: 2, inService: 1 },
    ]);
    expect(answer.facets?.myConnect.condition).toEqual([{ value: 'silent', count: 1, inService: 1 }]);
    expect(answer.totals['MXD-LTE']).toBe(5);
    expect(serials(await list({ DealerKey: 220 }))).toHaveLength(5);
  });

  it.each([49, 1, 777_777])('refuses dealer %i outside of the scope', async (DealerKey) => {
    const refused = await call(units.list, { param: 'all', DealerKey, as: viewer });
    expect([refused.status, refused.body.message]).toEqual([404, 'There is no such dealer']);
  });

  it('shows Non-Billing as Deactivated to all but engineers, in counts and filters', async () => {
    const statesOf = async (as: UserRecord) => (await list({}, as)).facets?.['MXD-LTE'].ActiveState;
    expect(await statesOf(viewer)).toEqual([
      { value: '14', count: 4, inService: 3 },
      { value: '15', count: 2, inService: 2 },
      { value: '36', count: 1, inService: 1 },
    ]);
    expect(await statesOf(engineer)).toEqual([
      { value: '14', count: 4, inService: 3 },
      { value: '15', count: 1, inService: 1 },
      { value: '35', count: 1, inService: 1 },
      { value: '36', count: 1, inService: 1 },
    ]);
    const found = async (ActiveState: string, as: UserRecord) => serials(await list({ ActiveState }, as));
    expect(await found('15', viewer)).toEqual(nth(5, 4));
    expect(await found('15', engineer)).toEqual(nth(4));
    expect(await found('35', viewer)).toEqual([]);
    expect(await found('35', engineer)).toEqual(nth(5));
    expect((await list({ ActiveState: '15' }, viewer)).matching?.['MXD-LTE']).toBe(2);
  });

  it('narrows a search, too', async () => {
    const searchText = fleet[1]!.UnitSerNum.slice(0, 3);
    const all = await ask(units.list, { param: 'UnitSerNum', searchText, as: viewer });
    const silent = await ask(units.list, { param: 'UnitSerNum', searchText, condition: 'silent', as: viewer });
    expect(serials(all)).toHaveLength(8);
    expect(serials(silent).sort()).toEqual(nth(1, 5, 8).sort());
    expect(silent.facets).toBeUndefined();
  });

  it.each([1, 2, 3, 6, 7, 8])('returns every unit once, in pages of %i that are full', async (pageSize) => {
    for (const [filter, expected] of [
      [{ order: 'worst' }, nth(5, 1, 2, 4, 3, 0, 6)],
      [{ PTName: 'Standard' }, nth(0, 1, 2, 3, 4, 5, 6).sort(byCondition)],
    ] as const) {
      const pages: string[][] = [];
      let cursor: string | null = null;
      do {
        const answer: Awaited<ReturnType<typeof list>> = await list({ ...filter, pageSize, ...(cursor && { cursor }) });
        pages.push(serials(answer));
        cursor = answer.cursor;
      } while (cursor !== null);
      expect(pages.flat()).toEqual(expected);
      expect(pages.slice(0, -1).every((page) => page.length === pageSize)).toBe(true);
      expect(pages.at(-1)!.length).toBeGreaterThan(0);
    }
  });
});

describe('a cursor of a filtered list', () => {
  const refused = { status: 422, body: { issues: [{ path: 'cursor' }] } };
  const listAs = (input: object, as = viewer) => call(units.list, { param: 'all', ...input, as });

  it('is valid with its own filters and dealer only', async () => {
    const { cursor } = await list({ FirmVer: '2.1', pageSize: 1 });
    expect((await listAs({ FirmVer: '2.1', cursor })).status).toBe(200);
    expect(await listAs({ FirmVer: '2.2.0.0.5', cursor })).toMatchObject(refused);
    expect(await listAs({ condition: 'silent', cursor })).toMatchObject(refused);
    expect(await listAs({ cursor })).toMatchObject(refused);
    expect(await listAs({ FirmVer: '2.1', UnitModel: 'myConnect', cursor })).toMatchObject(refused);
    const elsewhere = await aUser({ dealer: 49, flags: ['UNIT_VIEW'] });
    expect(await listAs({ FirmVer: '2.1', cursor }, elsewhere)).toMatchObject(refused);
  });

  it.each(['FirmVer.0.x', 'FirmVer.9.e30', 'condition.0.e30', 'FirmVer.0', '__proto__.0.e30'])(
    '%s is refused',
    async (cursor) => {
      expect(await listAs({ FirmVer: '2.1', cursor })).toMatchObject(refused);
    },
  );

  it('cannot be changed to another dealer', async () => {
    const { cursor } = await list({ FirmVer: '2.1', pageSize: 1 });
    const [by, segment, key] = cursor!.split('.');
    const moved = Buffer.from(key!, 'base64url').toString().replaceAll('/1/22/', '/1/49/');
    const forged = [by, segment, Buffer.from(moved).toString('base64url')].join('.');
    expect(await listAs({ FirmVer: '2.1', cursor: forged })).toMatchObject(refused);
  });

  it('of the worst is valid for its own dealer only', async () => {
    const { cursor } = await list({ condition: 'silent', pageSize: 1 });
    expect(serials(await list({ condition: 'silent', cursor: cursor! }))).toEqual(nth(1));
    expect(await listAs({ condition: 'silent', DealerKey: 220, cursor })).toMatchObject(refused);
    const elsewhere = await aUser({ dealer: 49, flags: ['UNIT_VIEW'] });
    expect(await listAs({ condition: 'silent', cursor }, elsewhere)).toMatchObject(refused);
  });
});

describe('what a filtered page reads', () => {
  const scope = { dealerKey: 7, dealerPath: '/1/7/' };
  const ROWS = 6_200;

  /** The queries of `work`, and the rows that they read. */
  async function readingOf<Result>(work: () => Promise<Result>) {
    const read = { queries: 0, rows: 0 };
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        if ('KeyConditionExpression' in args.input) {
          read.queries += 1;
          read.rows += (result.output as { Count: number }).Count;
        }
        return result;
      },
      { step: 'initialize', name: 'reading' },
    );
    try {
      return { result: await work(), ...read };
    } finally {
      client.middlewareStack.remove('reading');
    }
  }

  /** Rows of two facets: every unit has both values, but one in a thousand has another carrier. */
  beforeAll(async () => {
    const rows = function* () {
      for (let number = 0; number < ROWS; number++) {
        const ActiveCarrier = number % 1000 === 999 ? '2' : '1';
        const row = {
          UnitModel: 'MXD-LTE',
          condition: 'healthy',
          dealerPath: '/1/7/',
          UnitSerNum: `R${String(number).padStart(5, '0')}`,
          facets: { condition: 'healthy', Report: '1', FirmVer: '5', ActiveCarrier },
        } as const;
        yield itemOf(UnitByFacetEntity, { ...row, facet: 'Report', value: '1' });
        if (number < 300)
          yield itemOf(UnitByConditionEntity, { ...row, DealerKey: 7, rank: instant(NOW - number * MINUTE) });
      }
    };
    await writeAll(rows(), () => {});
  });
  const counts = [
    { UnitModel: 'MXD-LTE', facet: 'Report', value: '1', count: ROWS, inService: ROWS },
    { UnitModel: 'MXD-LTE', facet: 'FirmVer', value: '5', count: ROWS + 1, inService: ROWS + 1 },
    { UnitModel: 'MXD-LTE', facet: 'ActiveCarrier', value: '2', count: ROWS + 1, inService: ROWS + 1 },
  ] as const;
  const page = (filters: object, given: object = {}) =>
    unitFacetStore.list(scope, 'MXD-LTE', filters, counts, { pageSize: 100, ...given }, () => expect.unreachable());

  it('is the page with the worst first, with and without a condition', async () => {
    const worst = Array.from({ length: 100 }, (_, index) => `R${String(299 - index).padStart(5, '0')}`);
    const one = await readingOf(() => page({ condition: ['healthy'] }));
    expect([one.result.items, one.queries, one.rows]).toEqual([worst, 1, 101]);
    const all = await readingOf(() => page({}));
    expect([all.result.items, all.queries, all.rows]).toEqual([worst, 4, 101]);
  });

  it('is the page, with one field and a condition', async () => {
    const { result, queries, rows } = await readingOf(() => page({ Report: ['1'], condition: ['healthy'] }));
    expect([result.items.length, queries, rows]).toEqual([100, 1, 101]);
  });

  it('is the page and one query for each condition, with one field', async () => {
    const { result, queries, rows } = await readingOf(() => page({ Report: ['1'] }));
    expect([result.items.length, queries, rows]).toEqual([100, 4, 101]);
  });

  it('is the page, with one field of the units in service', async () => {
    const filters = indexedFilters({ Report: ['1'], UnitStatus: ['9'] });
    const { result, queries, rows } = await readingOf(() => page(filters));
    expect([result.items.length, queries, rows]).toEqual([100, 4, 101]);
  });

  it('has a limit with several fields, at which the page is short and the list goes on', async () => {
    const filters = { Report: ['1'], ActiveCarrier: ['2'], condition: ['healthy'] };
    const first = await readingOf(() => page(filters));
    expect(first.result.items).toEqual(['R00999', 'R01999', 'R02999', 'R03999', 'R04999']);
    expect(first.rows).toBe(MAX_ROWS_READ);
    const second = await readingOf(() => page(filters, { cursor: first.result.cursor! }));
    expect(second.result).toEqual({ items: ['R05999'], cursor: null });
  });

  it('reads the field with the fewest units, in the order of the request or not', async () => {
    for (const filters of [
      { FirmVer: ['5'], Report: ['1'] },
      { Report: ['1'], FirmVer: ['5'] },
    ]) {
      const { result } = await readingOf(() => page(filters));
      expect(result.cursor).toMatch(/^Report\.3\./);
      expect(result.items).toHaveLength(100);
    }
  });
});
