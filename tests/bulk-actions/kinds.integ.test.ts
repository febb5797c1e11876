import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { BulkActionRowEntity } from '#data/bulk-actions/bulk-action-rows.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aBulkActionLine, detailOf, work } from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let asker: UserRecord;

beforeAll(async () => {
  await someDealers();
  line = await aBulkActionLine();
});
beforeEach(async () => {
  asker = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});

type Asked = Omit<Parameters<typeof call<typeof bulkActions.create>>[1], 'as' | 'UnitModel'>;

const start = (asked: Asked, as = asker) => call(bulkActions.create, { ...asked, UnitModel: 'MXD-LTE', as } as never);

/** Runs a bulk action to its end. Each share is delivered twice. */
async function run(asked: Asked, { meanwhile = async () => {} }: { meanwhile?: () => Promise<unknown> } = {}) {
  const { body } = await start(asked);
  const { bchKey } = body as { bchKey: string };
  const shares = await line.nextShares();
  await meanwhile();
  expect(await work(...shares)).toEqual([]);
  expect(await work(...shares)).toEqual([]);
  const { bulkAction, rows } = await detailOf(asker, bchKey);
  return { bchKey, bulkAction, rows: rows.map(({ state, reason }) => (reason ? [state, reason] : [state])) };
}

const exclusionsOf = async (asked: Asked, as = asker) =>
  (await ask(bulkActions.dryRun, { ...asked, UnitModel: 'MXD-LTE', as } as never)).exclusions.map(
    ({ reason }) => reason,
  );

const stored = async ({ UnitSerNum }: { UnitSerNum: string }) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;

const TEN = Array.from({ length: 10 }, (_, index) => `tag ${index}`);

describe('tags of many units', () => {
  const add = { action: 'tag', type: 'addTag', value: { action: 'tag', tag: 'Loan' } } as const;

  it('are added by the rule of one unit, once, each with its audit entry', async () => {
    const [plain, tagged, full] = await Promise.all([
      aUnit({ UnitModel: 'MXD-LTE', Tags: ['pilot'] }),
      aUnit({ UnitModel: 'MXD-LTE', Tags: ['loan'] }),
      aUnit({ UnitModel: 'MXD-LTE', Tags: TEN }),
    ]);
    const units = [plain, tagged, full].map(({ UnitSerNum }) => UnitSerNum);
    expect(await exclusionsOf({ ...add, units })).toEqual(['It has this tag already', 'A unit has at most 10 tags']);
    const { bchKey, bulkAction, rows } = await run({ ...add, units });
    expect(rows).toEqual([['done'], ['done'], ['failed', 'A unit has at most 10 tags']]);
    expect(bulkAction).toMatchObject({ done: 2, failed: 1, value: { action: 'tag', tag: 'loan' } });
    expect((await stored(plain)).Tags).toEqual(['loan', 'pilot']);
    const entry = { action: 'change tags', partOf: bchKey, actorKey: asker.UserKey };
    expect(await auditOf('unit', plain.UnitSerNum)).toMatchObject([entry]);
    expect(await auditOf('unit', tagged.UnitSerNum)).toEqual([]);
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      { action: 'start bulk action: add the tag', after: { units: 3, asked: 'Add the tag loan' } },
    ]);
  });

  it('are removed, and a tag that somebody adds meanwhile stays', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE', Tags: ['loan'] });
    const units = [unit.UnitSerNum];
    const remove = { ...add, type: 'removeTag', units } as const;
    const meanwhile = () =>
      UnitEntity.patch({ UnitSerNum: unit.UnitSerNum })
        .set({ Tags: ['loan', 'pilot'] })
        .go();
    expect((await run(remove, { meanwhile })).rows).toEqual([['done']]);
    expect((await stored(unit)).Tags).toEqual(['pilot']);
    expect(await exclusionsOf(remove)).toEqual(['It does not have this tag']);
  });

  it('stay as they are if the row has its outcome, or the user may no longer change units', async () => {
    const [settled, refused] = await Promise.all([aUnit({ UnitModel: 'MXD-LTE' }), aUnit({ UnitModel: 'MXD-LTE' })]);
    const { bchKey } = await run({ ...add, units: [settled.UnitSerNum] });
    await UnitEntity.patch({ UnitSerNum: settled.UnitSerNum }).set({ Tags: [] }).go();
    await work(...(await line.nextShares()));
    expect((await stored(settled)).Tags).toEqual([]);
    expect((await BulkActionRowEntity.query.byBulkAction({ bchKey }).go()).data).toHaveLength(1);
    const { rows } = await run(
      { ...add, units: [refused.UnitSerNum] },
      {
        meanwhile: () =>
          UserEntity.patch({ UserKey: asker.UserKey })
            .set({ flags: ['UNIT', 'BULK_ACTIONS'] })
            .go(),
      },
    );
    expect(rows).toEqual([['failed', `${asker.UserName} may no longer do this`]]);
    expect((await stored(refused)).Tags ?? []).toEqual([]);
  });

  it('need a tag, of an action that takes one', async () => {
    const { value: _, ...without } = add;
    for (const asked of [without, { ...without, value: { action: 'tag', tag: '' } }, { ...add, action: 'reporting' }])
      expect((await start({ ...asked, units: ['400220'] } as Asked)).status).toBe(422);
  });
});
