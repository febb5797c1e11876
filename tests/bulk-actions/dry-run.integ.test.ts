import { beforeAll, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { UnitEntity } from '#data/units/units.ts';
import { call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aBulkActionLine, detailOf, serialsOf, someUnits, switchOff, work } from './support.ts';

beforeAll(someDealers);

const order = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE' } as const;

it('a dry run says why each unit would not change, as the action itself does, and changes nothing', async () => {
  const user = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
  const changed = serialsOf(await someUnits(3));
  const [off] = await someUnits(1, { Report: 0 });
  const [foreign] = await someUnits(1, { dealer: 49 });
  const wearable = await aUnit({ UnitModel: 'myConnect', Report: 1 });
  const excluded = [
    [foreign!.UnitSerNum, 'There is no such unit'],
    [wearable.UnitSerNum, 'The unit is a myConnect, not a MXD-LTE'],
    ['ZZZZZZ', 'There is no such unit'],
    [off!.UnitSerNum, 'Its reporting is off already'],
  ] as const;
  const units = [...changed, ...excluded.map(([one]) => one), changed[0]!];
  const before = await UnitEntity.get({ UnitSerNum: changed[0]! }).go({ consistent: true });
  expect((await call(bulkActions.dryRun, { ...order, units, as: user })).body).toEqual({
    exclusions: excluded.map(([UnitSerNum, reason]) => ({ UnitSerNum, reason })),
    checked: new Set(units).size,
  });
  expect(await UnitEntity.get({ UnitSerNum: changed[0]! }).go({ consistent: true })).toEqual(before);
  expect((await call(bulkActions.list, { as: user })).body).toMatchObject({ items: [] });

  const line = await aBulkActionLine();
  const { bchKey } = await switchOff(user, units);
  await work(...(await line.nextShares()));
  const { rows } = await detailOf(user, bchKey);
  const failed = excluded.filter(([one]) => one !== off!.UnitSerNum);
  expect(rows.filter(({ state }) => state === 'failed').map((row) => [row.UnitSerNum, row.reason])).toEqual(failed);
});

it('only who may do the action has its dry run', async () => {
  const viewer = await aUser({ dealer: 22, flags: ['BULK_ACTIONS'] });
  expect(await call(bulkActions.dryRun, { ...order, units: ['400220'], as: viewer })).toMatchObject({
    status: 422,
    body: { message: 'You may not do this with units' },
  });
});
