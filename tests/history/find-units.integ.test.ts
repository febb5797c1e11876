import { beforeAll, describe, expect, it } from 'vitest';
import { history } from '#core/history/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
});

const find = async (unit: string) => {
  const { units, more } = await ask(history.unitDetails, { unit, as: user });
  return { units: units.map(({ UnitSerNum }) => UnitSerNum), more };
};

describe('the unit of a history', () => {
  it('is found by its serial number or its unit ID, in any case [P2-C60]', async () => {
    const { UnitSerNum } = await aUnit({ UnitSerNum: 'HIS001', UnitLineID: 'HQ', UnitID: '7701' });
    for (const text of ['HIS001', ' his001 ', '7701', 'HQ-7701', 'hq-7701'])
      expect(await find(text)).toEqual({ units: [UnitSerNum], more: false });
  });

  it('is one of several that match, if none has the whole text [P2-B72]', async () => {
    for (const number of [1, 2]) await aUnit({ UnitSerNum: `HIT00${number}`, UnitLineID: '', UnitID: `88${number}0` });
    await aUnit({ UnitSerNum: 'HIT003', UnitLineID: '', UnitID: '88' });
    expect(await find('HIT')).toEqual({ units: ['HIT001', 'HIT002', 'HIT003'], more: false });
    expect(await find('88')).toEqual({ units: ['HIT003'], more: false });
  });

  it('is one of twenty at most', async () => {
    for (let number = 10; number < 31; number++) await aUnit({ UnitSerNum: `HIV0${number}` });
    const { units, more } = await find('HIV');
    expect(units).toHaveLength(20);
    expect(more).toBe(true);
  });

  it('is not found without a match, and not at another dealer, with the same words [P2-M28]', async () => {
    await aUnit({ UnitSerNum: 'HIX001', dealer: 49 });
    for (const unit of ['HIX001', 'HIX', 'ZZZZZZ', '%%'])
      expect(await call(history.unitDetails, { unit, as: user })).toMatchObject({
        status: 404,
        body: {
          message:
            'Could not find unit with this Unit ID or Serial Number. Please double check your input and try again.',
        },
      });
    expect(await call(history.unitDetails, { unit: '  ', as: user })).toMatchObject({ status: 422 });
  });
});
