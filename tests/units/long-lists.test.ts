import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { units } from '#core/units/contract.ts';
import { SerialNumber } from '#core/units/unit.ts';
import { MAX_ADDRESS_LENGTH, MAX_QUERY_LENGTH } from '#infra/request-limits.ts';
import { listAddress, withListAddress } from '#web/features/units/list-address.ts';
import { partsOf, readUnits } from '#web/features/units/read-units.ts';
import { listFailureWords, listInputOf } from '#web/features/units/use-units.ts';
import { readAllPages } from '#web/lib/list/read-all-pages.ts';
import { memoryStorage } from '../lib/memory-storage.ts';
import { allParts } from '../lib/parts.ts';
import { aUnit } from './a-shown-unit.ts';

const serialNumbers = (count: number) => Array.from({ length: count }, (_, index) => String(400_000 + index));
const queries: URLSearchParams[] = [];
let longest = 0;

/** A server with even-numbered units and the limits of the deployed one. */
async function answer(address: string): Promise<Response> {
  const url = new URL(address, 'https://a-portal-with-a-long-name.watchkeep.example');
  longest = Math.max(longest, url.search.length - 1);
  if (url.href.length > MAX_ADDRESS_LENGTH) return new Response('', { status: 413 });
  queries.push(url.searchParams);
  const asked = (url.searchParams.get('BulkSearch') ?? '').split(',');
  const found = asked.filter((one) => SerialNumber.safeParse(one).success && Number(one) % 2 === 0);
  return Response.json({
    lists: { 'MXD-LTE': found.map((UnitSerNum) => aUnit({ UnitSerNum })), myConnect: [], 'myConnect Air': [] },
    cursor: null,
    totals: { 'MXD-LTE': 5000, myConnect: 0, 'myConnect Air': 0 },
    States: {},
    DealerSettings: { CustomLabel1: 'Room', CustomLabel2: 'House' },
    NewestFirmware: { 'MXD-LTE': '', myConnect: '', 'myConnect Air': '' },
    BulkSearchResults: { found, missing: asked.filter((one) => !found.includes(one)) },
  });
}

beforeEach(() => {
  queries.length = 0;
  longest = 0;
  vi.stubGlobal('fetch', answer);
  for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const even = (list: readonly string[]) => list.filter((one) => Number(one) % 2 === 0);
const odd = (list: readonly string[]) => list.filter((one) => Number(one) % 2 === 1);

describe('a search for the units of a long file', () => {
  it('is sent in parts that every server accepts, with one answer in the order of the file', async () => {
    const list = serialNumbers(1000).reverse();
    const told = await readUnits({ param: 'all', pageSize: 100, BulkSearch: list.join(',') });
    expect(told.lists['MXD-LTE'].map(({ UnitSerNum }) => UnitSerNum)).toEqual(even(list));
    expect(told.BulkSearchResults).toEqual({ found: even(list), missing: odd(list) });
    expect(told).toMatchObject({ cursor: null, totals: { 'MXD-LTE': 5000 }, DealerSettings: { CustomLabel1: 'Room' } });
    expect(queries).toHaveLength(5);
    for (const query of queries) expect(query.get('pageSize')).toBe('100');
    expect(longest).toBeLessThanOrEqual(MAX_QUERY_LENGTH);
  });

  it('is exported completely', async () => {
    const list = serialNumbers(1000);
    const address = { UnitModel: 'MXD-LTE', searchField: 'all', searchText: '', bulkSearch: list } as const;
    const run = { signal: new AbortController().signal, goOn: async () => {} };
    const parts = readAllPages(
      {
        readPage: (page) => readUnits({ ...listInputOf(address), ...page }),
        rowsOf: ({ lists }) => lists[address.UnitModel],
        rowId: ({ UnitSerNum }) => UnitSerNum,
      },
      run,
    );
    expect((await allParts(parts)).flat().map(({ UnitSerNum }) => UnitSerNum)).toEqual(even(list));
  });

  it('is one call if it is short, and none if it is empty', async () => {
    await readUnits({ param: 'all', BulkSearch: '400000,400001' });
    await readUnits({ param: 'all' });
    expect(queries.map((query) => query.get('BulkSearch'))).toEqual(['400000,400001', null]);
  });

  it('has parts of limited size, whatever the names are', () => {
    for (const name of ['400123', 'C1234567-4021999999', 'ÄÖÜ'.repeat(13), 'x'.repeat(10_000)]) {
      const parts = partsOf(Array.from({ length: 1000 }, () => name));
      expect(parts.flat()).toHaveLength(1000);
      for (const part of parts) expect(encodeURIComponent(part.join(',')).length).toBeLessThanOrEqual(1_800);
    }
  });

  it('fails with the error of the server if it has too many names [P2-M16]', async () => {
    const tooMany = readUnits({ param: 'all', BulkSearch: serialNumbers(1001).join(',') });
    await expect(tooMany).rejects.toMatchObject({ code: 'TOO_LARGE' } satisfies Partial<AppError>);
    expect(listFailureWords(await tooMany.catch((error: unknown) => error))).toContain('1000 units');
    expect(queries).toEqual([]);
  });

  it('fails completely if a part fails', async () => {
    let calls = 0;
    vi.stubGlobal('fetch', (address: string) =>
      ++calls === 3 ? Promise.resolve(new Response('', { status: 503 })) : answer(address),
    );
    await expect(readUnits({ param: 'all', BulkSearch: serialNumbers(1000).join(',') })).rejects.toBeInstanceOf(
      AppError,
    );
  });
});

describe('the address of the page', () => {
  const LIST = serialNumbers(1000);

  it('names a long list that this tab stores, and finds it again', () => {
    const parameters = withListAddress(new URLSearchParams(), { bulkSearch: LIST });
    expect(parameters.toString().length).toBeLessThan(60);
    expect(listAddress(parameters).bulkSearch).toEqual(LIST);
    const other = withListAddress(parameters, { UnitModel: 'myConnect' });
    expect(listAddress(other)).toMatchObject({ UnitModel: 'myConnect', bulkSearch: LIST });
    expect(listAddress(withListAddress(other, { bulkSearch: [] })).bulkSearch).toEqual([]);
  });

  it('finds it after a reload, and explains if another tab has it', async () => {
    const parameters = withListAddress(new URLSearchParams(), { bulkSearch: LIST });
    vi.resetModules();
    const anew = await import('#web/features/units/list-address.ts');
    expect(anew.listAddress(parameters)).toMatchObject({ bulkSearch: LIST });
    vi.resetModules();
    vi.stubGlobal('sessionStorage', memoryStorage());
    const elsewhere = await import('#web/features/units/list-address.ts');
    expect(elsewhere.listAddress(parameters)).toMatchObject({ bulkSearch: [], isListLost: true });
  });

  it('keeps a long list if the browser stores nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    const parameters = withListAddress(new URLSearchParams(), { bulkSearch: LIST });
    expect(listAddress(parameters).bulkSearch).toEqual(LIST);
  });

  it('contains a list of two hundred units itself, so that it can be shared', () => {
    const parameters = withListAddress(new URLSearchParams(), { bulkSearch: LIST.slice(0, 200) });
    expect(parameters.get('BulkSearch')).toBe(LIST.slice(0, 200).join(','));
    expect(parameters.toString().length).toBeLessThan(MAX_QUERY_LENGTH);
  });
});

it('returns the whole list of a thousand, too long for one address', () => {
  expect(new URLSearchParams({ BulkSearch: serialNumbers(1000).join(',') }).toString().length).toBeGreaterThan(
    MAX_ADDRESS_LENGTH,
  );
  expect(units.list.input.safeParse({ param: 'all', BulkSearch: serialNumbers(1000).join(',') }).success).toBe(true);
});
