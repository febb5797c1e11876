import { beforeAll, describe, expect, it } from 'vitest';
import { units } from '#core/units/contract.ts';
import { SEARCH_FIELDS, type SearchField } from '#core/units/search.ts';
import { fullUnitID, UNIT_MODELS, type Unit } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import { seed as fleetItems } from '#scripts/seed/areas/units.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

const CROWD = 1100;
const TOO_MANY = { status: 413, body: { code: 'TOO_LARGE', message: 'Too many' } };

let wanted: UnitRecord;
const users = {} as Record<1 | 22 | 220 | 2201 | 49 | 7, UserRecord>;

beforeAll(async () => {
  await someDealers();
  // Many units of dealer 22 with serial numbers that start with 40, beside those of sub-dealers.
  await writeAll(fleetItems({ count: CROWD, now: TODAY, dealerKey: 22 }), () => {});
  wanted = await aUnit({
    dealer: 2201,
    number: 9220,
    UnitSerNum: '40ZB7Q',
    UnitLineID: 'XK7',
    UnitID: '90210',
    ICCID1: iccidOf(0, 9220),
    ICCID2: iccidOf(1, 9220),
    MSISDN1: '18015550142',
    MSISDN2: '5125550143',
  });
  for (const dealer of [1, 22, 220, 2201, 49, 7] as const)
    users[dealer] = await aUser({ dealer, flags: ['UNIT_VIEW'] });
}, 120_000);

async function find(param: SearchField | 'all', searchText: string, as = users[2201]): Promise<string[]> {
  const { lists } = await ask(units.list, { param, searchText, as });
  return UNIT_MODELS.flatMap((model) => lists[model].map(({ UnitSerNum }: Unit) => UnitSerNum));
}

it('finds units of the chosen dealer and of those below it only, by text and by a list', async () => {
  const UnitID = '77123';
  const [above, below] = [await aUnit({ dealer: 220, UnitID }), await aUnit({ dealer: 2201, UnitID })];
  const found = async (search: object) => {
    const { lists } = await ask(units.list, { param: 'all', ...search, as: users[22] });
    return UNIT_MODELS.flatMap((model) => lists[model].map(({ UnitSerNum }: Unit) => UnitSerNum)).sort();
  };
  const both = [above.UnitSerNum, below.UnitSerNum].sort();
  for (const search of [{ searchText: UnitID }, { BulkSearch: both.join(',') }]) {
    expect(await found(search)).toEqual(both);
    expect(await found({ ...search, DealerKey: 2201 })).toEqual([below.UnitSerNum]);
    expect(await found({ ...search, DealerKey: 220 })).toEqual(both);
  }
  const foreign = { param: 'all', searchText: UnitID, DealerKey: 49, as: users[22] } as const;
  expect((await call(units.list, foreign)).status).toBe(404);
});

describe('a search', () => {
  const texts = (): [SearchField, string][] => [
    ['UnitSerNum', wanted.UnitSerNum],
    ['UnitID', wanted.UnitID],
    ['UnitID', fullUnitID(wanted)],
    ['ICCID', wanted.ICCID1!],
    ['ICCID', wanted.ICCID2!],
    ['IMEI', wanted.IMEI],
    ['PhoneNumber', wanted.MSISDN1!],
    ['PhoneNumber', wanted.MSISDN2!],
  ];

  it('finds a unit by the start of each of its identifiers [P1-E03]', async () => {
    for (const [field, text] of texts()) {
      expect([field, text, await find(field, text)]).toEqual([field, text, [wanted.UnitSerNum]]);
      expect(await find(field, text.slice(0, -1)), `${field} ${text.slice(0, -1)}`).toContain(wanted.UnitSerNum);
    }
    expect(new Set(texts().map(([field]) => field))).toEqual(new Set(SEARCH_FIELDS));
  });

  it('searches all fields at once', async () => {
    for (const [, text] of texts()) expect(await find('all', text)).toContain(wanted.UnitSerNum);
  });

  it('accepts identifiers in lower case, and numbers as people write them [P2-V53 P3-V18]', async () => {
    expect(await find('UnitSerNum', '40zb7q')).toEqual([wanted.UnitSerNum]);
    expect(await find('UnitID', 'xk7-90210')).toEqual([wanted.UnitSerNum]);
    for (const number of ['+1 (801) 555-0142', '801-555-0142', '18015550142', '512 555 0143', '1 512 555'])
      expect([number, await find('PhoneNumber', number)]).toEqual([number, [wanted.UnitSerNum]]);
    expect(await find('ICCID', wanted.ICCID1!.replace(/(.{4})/g, '$1 ').trim())).toEqual([wanted.UnitSerNum]);
  });

  it('finds nothing by the middle of an identifier, or in another field', async () => {
    expect(await find('UnitSerNum', 'ZB7Q')).toEqual([]);
    expect(await find('UnitSerNum', '90210')).toEqual([]);
    expect(await find('IMEI', wanted.ICCID1!.slice(0, 15))).toEqual([]);
  });

  it('finds units for their dealer and those above, and for nobody else [P1-A03]', async () => {
    for (const dealer of [1, 22, 220, 2201] as const)
      expect([dealer, await find('UnitSerNum', wanted.UnitSerNum, users[dealer])]).toEqual([
        dealer,
        [wanted.UnitSerNum],
      ]);
    for (const dealer of [49, 7] as const)
      expect(await find('UnitSerNum', wanted.UnitSerNum, users[dealer])).toEqual([]);
  });

  it('finds the units of a sub-dealer among a thousand similar ones of its family', async () => {
    expect(await find('UnitSerNum', '40')).toEqual([wanted.UnitSerNum]);
  });

  it('of more than 1,000 units is refused [P2-K11]', async () => {
    for (const dealer of [1, 22] as const)
      expect(await call(units.list, { param: 'UnitSerNum', searchText: '40', as: users[dealer] })).toMatchObject(
        TOO_MANY,
      );
    expect((await find('UnitSerNum', '4000', users[22])).length).toBe(100);
  });

  it('finds nothing by characters that no identifier has', async () => {
    for (const text of ['!', '%', '_', '"', '#', '~']) expect(await find('all', text, users[1])).toEqual([]);
  });
});

describe('a list of serial numbers', () => {
  const bulk = (BulkSearch: string, as = users[22]) => call(units.list, { param: 'all', BulkSearch, as });

  it('is answered with the found and the missing ones, each once, in the given order [P2-C68]', async () => {
    const { body } = await bulk(' 400003, 400001,,ZZZZZZ,400001, 40zb7q ,not a serial number,');
    expect(body.BulkSearchResults).toEqual({
      found: ['400003', '400001', '40ZB7Q'],
      missing: ['ZZZZZZ', 'NOT A SERIAL NUMBER'],
    });
    const shown = UNIT_MODELS.flatMap((model) => body.lists[model]).map(({ UnitSerNum }) => UnitSerNum);
    expect(shown.sort()).toEqual(['400001', '400003', '40ZB7Q']);
  });

  it('counts units of other dealers as missing [P1-A03]', async () => {
    const { body } = await bulk('400001,40ZB7Q', users[2201]);
    expect(body.BulkSearchResults).toEqual({ found: ['40ZB7Q'], missing: ['400001'] });
  });

  it('has at most 1,000 [P2-K11]', async () => {
    const serials = (count: number) => Array.from({ length: count }, (_, index) => 400_000 + index).join();
    const { status, body } = await bulk(serials(1000));
    expect([status, body.BulkSearchResults.found.length]).toEqual([200, 1000]);
    expect(await bulk(serials(1001))).toMatchObject(TOO_MANY);
  });

  it('may contain a text that is too long for a key', async () => {
    const { status, body } = await bulk('A'.repeat(7999));
    expect([status, body.BulkSearchResults.missing.length]).toEqual([200, 1]);
  });
});

describe('the quick search', () => {
  const quick = (searchText: string, as = users[22]) => ask(units.quickSearch, { searchText, as });

  it('finds by the beginning of any identifier [P2-C73 P3-C77]', async () => {
    for (const text of ['40zb', 'xk7-9', '90210', '801 555 0', '1801555', wanted.IMEI, wanted.ICCID2!.slice(0, 18)]) {
      const { found } = await quick(text, users[2201]);
      expect([text, found.map(({ UnitSerNum }) => UnitSerNum)]).toEqual([text, [wanted.UnitSerNum]]);
    }
  });

  it('shows the fields that tell units apart', async () => {
    const { found, more } = await quick('40ZB7Q');
    expect([found, more]).toEqual([
      [
        {
          UnitSerNum: '40ZB7Q',
          UnitModel: wanted.UnitModel,
          UnitLineID: 'XK7',
          UnitID: '90210',
          DealerName: 'Northwind Portland Metro',
        },
      ],
      false,
    ]);
  });

  it('stops at 100 and reports that there are more [P3-K37]', async () => {
    const { found, more } = await quick('40');
    expect([found.length, more]).toEqual([100, true]);
    const few = await quick('4000');
    expect([few.found.length, few.more]).toEqual([100, false]);
  });

  it('finds nothing outside the scope', async () => {
    expect(await quick('40ZB7Q', users[49])).toEqual({ found: [], more: false });
  });

  it.each(['', ' ', '4', 'x'.repeat(41)])('asks for 2 to 40 signs, not for "%s"', async (searchText) => {
    const answer = await call(units.quickSearch, { searchText, as: users[22] });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'searchText' }] } });
  });
});
