import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { profiles } from '#core/profiles/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { DEALER_CLOSED } from '#core/units/move.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { BulkActionRowEntity } from '#data/bulk-actions/bulk-action-rows.ts';
import { ClosedDealersEntity, PORTAL } from '#data/dealers/closed-dealers.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { ProfileEntity, profileStore } from '#data/profiles/profiles.ts';
import { UnitConfigurationEntity } from '#data/unit-configuration/configurations.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { seed as seedProfiles } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { outsideOfFunctions } from '#support/function-rights.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
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
    expect(rows).toEqual([['done'], ['done', 'It was so already'], ['failed', 'A unit has at most 10 tags']]);
    expect(bulkAction).toMatchObject({ done: 2, already: 1, failed: 1, value: { action: 'tag', tag: 'loan' } });
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
    const { bulkAction, rows } = await run(
      { ...add, units: [refused.UnitSerNum] },
      {
        meanwhile: () =>
          UserEntity.patch({ UserKey: asker.UserKey })
            .set({ flags: ['UNIT', 'BULK_ACTIONS'] })
            .go(),
      },
    );
    expect(rows).toEqual([['queued']]);
    expect(bulkAction.stopReason).toBe(`${fullNameOf(asker)} may no longer do this with a unit`);
    expect((await stored(refused)).Tags ?? []).toEqual([]);
  });

  it('need a tag, of an action that takes one', async () => {
    const { value: _, ...without } = add;
    for (const asked of [without, { ...without, value: { action: 'tag', tag: '' } }, { ...add, action: 'reporting' }])
      expect((await start({ ...asked, units: ['400220'] } as Asked)).status).toBe(422);
  });
});

describe('the profile of many units', () => {
  const key = standardProfileKey('MXD-LTE', 'Standard');
  const assign = { action: 'profile', type: 'assignProfile', value: { action: 'profile', ProfileKey: key } } as const;
  let FirmVer: string;
  let ProfileName: string;

  beforeAll(async () => {
    await writeAll(await seedProfiles({ now: Date.now(), count: 0 }), () => {});
    const { data } = await ProfileEntity.get({ ProfileKey: key }).go();
    ({ UnitFirmVer: FirmVer, ProfileName } = data!);
  });

  it('is assigned as on the page of a unit, once, to the units that are offered it', async () => {
    const [unit, older] = await Promise.all([
      aUnit({ UnitModel: 'MXD-LTE', FirmVer }),
      aUnit({ UnitModel: 'MXD-LTE', FirmVer: '0.1.0.0.1', PTUnitFirmVer: '0.1.0.0.1' }),
    ]);
    const single = await aUnit({ UnitModel: 'MXD-LTE', FirmVer });
    const template = await ask(unitConfiguration.template, {
      key,
      UnitModel: 'MXD-LTE',
      UnitFirmVer: FirmVer,
      as: asker,
    });
    await ask(unitConfiguration.save, {
      ...{ model: 'MXD-LTE', UnitSerNum: single.UnitSerNum, revision: 0, oldTabs: {}, as: asker },
      ...{ newTabs: template.tabs, Events: template.Events, newTemplateKey: key },
    });
    const units = [unit.UnitSerNum, older.UnitSerNum];
    const reason = `The profile is for firmware ${shownFirmware(FirmVer)}, the unit has 0.1.0.0.1`;
    expect(await exclusionsOf({ ...assign, units })).toEqual([reason]);
    const { bchKey, bulkAction, rows } = await run({ ...assign, units });
    expect(rows).toEqual([['done'], ['failed', reason]]);
    expect(bulkAction.value).toEqual({ ...assign.value, ProfileName });

    const configurationOf = async ({ UnitSerNum }: { UnitSerNum: string }) => {
      const { UnitSerNum: _, savedAt: __, ...read } = await ask(unitConfiguration.get, { id: UnitSerNum, as: asker });
      return read;
    };
    expect(await configurationOf(unit)).toEqual(await configurationOf(single));
    expect(await stored(unit)).toMatchObject({ ProfileTemplateKey: key, PTName: ProfileName, configRevision: 1 });
    expect((await stored(older)).ProfileTemplateKey).not.toBe(key);
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([{ action: 'change configuration', partOf: bchKey }]);

    const again = await run({ ...assign, units: [unit.UnitSerNum] });
    expect(again.rows).toEqual([['done', 'It was so already']]);
    expect((await stored(unit)).configRevision).toBe(1);
  });

  it('is the version that the row stores, and no value of the version before becomes the unit’s own', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE', FirmVer });
    const root = await aUser({ dealer: 1, flags: ['PROFILE_EDIT'] });
    const first = await ask(profiles.get, { ProfileKey: key, as: root });
    const MicVol = first.Settings.MicVol === 8 ? 7 : 8;
    const { UnitModel, UnitFirmVer } = first;
    const saveNext = () =>
      ask(profiles.save, {
        ...{ saveMethod: 'profile', profData: { ProfileKey: key, UnitModel, UnitFirmVer } },
        ...{ newestRevision: first.version, newData: { ...first.Settings, MicVol }, events: first.Events },
        ...{ newLineID: first.LineID, newLabel: first.Label, newSimOptions: first.SimOptions === 2 ? 2 : 1 },
        ...{ newUnitIDOptions: first.UnitIDOptions, newUIDLength: first.UIDLength, as: root },
      });
    const { get } = profileStore;
    const meanwhile = async () => {
      vi.spyOn(profileStore, 'get').mockImplementationOnce(async (...asked) => {
        const found = await get(...asked);
        await outsideOfFunctions(saveNext);
        return found;
      });
    };
    expect((await run({ ...assign, units: [unit.UnitSerNum] }, { meanwhile })).rows).toEqual([['done']]);
    const { data } = await UnitConfigurationEntity.get({ UnitSerNum: unit.UnitSerNum }).go();
    expect(data).toMatchObject({ profileVersion: first.version + 1, layers: { profile: { Settings: { MicVol } } } });
    expect(data!.layers.unit).toEqual({ Settings: {} });
  });

  it('is refused if there is no such profile for the model, or it was disabled meanwhile', async () => {
    const units = [(await aUnit({ UnitModel: 'MXD-LTE', FirmVer })).UnitSerNum];
    const unknown = { ...assign, units, value: { action: 'profile', ProfileKey: 99_998 } } as const;
    expect(await start(unknown)).toMatchObject({ status: 422, body: { issues: [{ path: 'value' }] } });
    const root = await aUser({ dealer: 1, flags: ['PROFILE_EDIT'] });
    const meanwhile = () => ask(profiles.setStatus, { ProfileKey: key, PTStatus: 16, as: root });
    expect((await run({ ...assign, units }, { meanwhile })).rows).toEqual([['failed', 'The profile is disabled']]);
  });
});

describe('the dealer of many units', () => {
  const moveTo = (DealerKey: number) =>
    ({ action: 'dealer', type: 'moveToDealer', value: { action: 'dealer', DealerKey } }) as const;

  it('is changed as on the page of a unit, once, with an entry for each of both dealers', async () => {
    const [unit, there] = await Promise.all([
      aUnit({ UnitModel: 'MXD-LTE', dealer: 22, Custom1: 'Own', Tags: ['loan'] }),
      aUnit({ UnitModel: 'MXD-LTE', dealer: 220 }),
    ]);
    const units = [unit.UnitSerNum, there.UnitSerNum];
    expect(await exclusionsOf({ ...moveTo(220), units })).toEqual(['It belongs to this dealer already']);
    const { bchKey, bulkAction, rows } = await run({ ...moveTo(220), units });
    expect(rows).toEqual([['done'], ['done', 'It was so already']]);
    expect(bulkAction.value).toMatchObject({ action: 'dealer', DealerKey: 220, DealerName: expect.any(String) });
    expect(await stored(unit)).toMatchObject({ DealerKey: 220, dealerPath: '/1/22/220/', Custom1: '', Tags: [] });
    const entries = await auditOf('unit', unit.UnitSerNum);
    expect(entries.map(({ action, partOf }) => [action, partOf]).sort()).toEqual([
      ['move unit', bchKey],
      ['receive unit', bchKey],
    ]);
    expect(await auditOf('unit', there.UnitSerNum)).toEqual([]);
  });

  it('is listed for the dealers that lose and get the units, and not for the dealer of the bulk action', async () => {
    const [lost, own] = await Promise.all([
      aUnit({ UnitModel: 'MXD-LTE', dealer: 221 }),
      aUnit({ UnitModel: 'MXD-LTE', dealer: 22 }),
    ]);
    const units = [lost.UnitSerNum, own.UnitSerNum];
    const { bchKey } = await run({ ...moveTo(220), units });
    await line.nextShares();
    const reader = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const listedAt = async (dealerKey: number, more: { below?: 'true' } = {}) =>
      (await ask(audit.ofDealer, { dealerKey, ...more, as: reader })).items
        .filter(({ objectKind, objectId }) => objectKind === 'unit' && units.includes(objectId))
        .map(({ action, objectId }) => [action, objectId])
        .sort();
    for (const more of [{}, { below: 'true' }] as const) {
      expect(await listedAt(221, more)).toEqual([['move unit', lost.UnitSerNum]]);
      expect(await listedAt(220, more)).toEqual(units.map((unit) => ['receive unit', unit]).sort());
      expect(await listedAt(22, more)).toEqual([]);
    }
    expect((await ask(audit.ofBulkAction, { bchKey, as: reader })).items).toHaveLength(4);
  });

  it('is one that the user sees when the row is done, and not only when it was started', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE', dealer: 22 });
    const units = [unit.UnitSerNum];
    for (const foreign of [1, 49])
      expect(await start({ ...moveTo(foreign), units })).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'value', message: 'There is no such dealer' }] },
      });
    onTestFinished(async () => {
      await ClosedDealersEntity.delete(PORTAL).go();
    });
    await ClosedDealersEntity.put({ ...PORTAL, keys: [220] }).go();
    const closed = { status: 422, body: { issues: [{ path: 'value', message: DEALER_CLOSED }] } };
    expect(await start({ ...moveTo(220), units })).toMatchObject(closed);
    await ClosedDealersEntity.delete(PORTAL).go();
    const away = (dealerPath: string) => DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath }).go();
    const { rows } = await run({ ...moveTo(220), units }, { meanwhile: () => away('/1/49/220/') });
    await away('/1/22/220/');
    expect(rows).toEqual([['failed', 'There is no such dealer']]);
    expect((await stored(unit)).DealerKey).toBe(22);
  });

  it('stays if the user loses the right while the row is being written', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE', dealer: 22 });
    const { body } = await start({ ...moveTo(220), units: [unit.UnitSerNum] });
    const shares = await line.nextShares();
    beforeNextTransaction(() =>
      UserEntity.patch({ UserKey: asker.UserKey })
        .set({ flags: ['UNIT', 'BULK_ACTIONS'] })
        .go(),
    );
    await work(...shares);
    const { bulkAction, rows } = await detailOf(asker, (body as { bchKey: string }).bchKey);
    expect(rows).toMatchObject([{ state: 'queued' }]);
    expect(bulkAction.stopReason).toBe(`${fullNameOf(asker)} may no longer do this with a unit`);
    expect((await stored(unit)).DealerKey).toBe(22);
  });
});
