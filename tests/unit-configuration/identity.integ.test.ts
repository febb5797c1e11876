import { beforeAll, describe, expect, it } from 'vitest';
import { NOT_VISIBLE } from '#core/name-skeleton.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { identityOf } from '#core/unit-configuration/identity.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { measure, measured } from '#support/capacity.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runningScope } from '#support/world.ts';

let editor: UserRecord;
beforeAll(async () => {
  await someDealers();
  editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'UNIT'] });
});

type Next = Partial<ReturnType<typeof identityOf>> & { duplicateAgreed?: boolean };
const save = (unit: UnitRecord, next: Next, old = identityOf(unit), as = editor) =>
  call(unitConfiguration.saveUnit, { UnitSerNum: unit.UnitSerNum, ...identityOf(unit), ...next, old, as });
const found = async (searchText: string) => {
  const { lists } = await ask(units.list, { param: 'UnitID', searchText, UnitModel: 'MXD-LTE', as: editor });
  return Object.values(lists).flatMap((list) => list.map(({ UnitSerNum }) => UnitSerNum));
};
const duplicate = (line: string, unit: string, UnitSerNum?: string) =>
  ask(unitConfiguration.lookForDuplicateUnitID, { line, unit, ...(UnitSerNum && { UnitSerNum }), as: editor });

describe('the identity of a unit', () => {
  it('is saved, found by its new IDs only, and audited [P2-C03]', async () => {
    const unit = await aUnit({ UnitLineID: 'L1', UnitID: '77001' });
    expect((await save(unit, { UnitLineID: 'l2', UnitID: '77002', AllowOTAUpdate: 0 })).status).toBe(200);
    expect(await found('L2-77002')).toEqual([unit.UnitSerNum]);
    expect(await found('77002')).toEqual([unit.UnitSerNum]);
    expect(await found('L1-77001')).toEqual([]);
    expect(await found('77001')).toEqual([]);
    const [entry] = await auditOf('unit', unit.UnitSerNum);
    expect(entry).toMatchObject({
      action: 'change unit',
      before: { UnitLineID: 'L1', UnitID: '77001', AllowOTAUpdate: 1 },
      after: { UnitLineID: 'L2', UnitID: '77002', AllowOTAUpdate: 0 },
    });
  });

  it('keeps a label that is older than the rule for labels, and takes no new one of the kind', async () => {
    const unit = await aUnit({ dealer: 22, Custom1: 'Room\u200b 1' });
    expect((await save(unit, { UnitID: '77003' })).status).toBe(200);
    const { Unit } = await ask(units.get, { id: unit.UnitSerNum, as: editor });
    expect(Unit).toMatchObject({ UnitID: '77003', Custom1: 'Room\u200b 1' });
    expect(await save(unit, { Custom2: 'Ward\u200b 2' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'Custom2', message: NOT_VISIBLE }] },
    });
  });

  it('is compared with others also if it is older than the rules for IDs', async () => {
    await aUnit({ dealer: 22, UnitLineID: 'OLD LINE', UnitID: '10/01' });
    expect(await duplicate('old line', '10/01')).toEqual({ result: 'Duplicate' });
  });

  it('is not saved over what somebody else saved meanwhile', async () => {
    const unit = await aUnit();
    const old = identityOf(unit);
    await save(unit, { Custom1: 'Room 1' });
    const refused = await save(unit, { Custom1: 'Room 2' }, old);
    expect(refused).toMatchObject({ status: 409 });
    const { Unit } = await ask(units.get, { id: unit.UnitSerNum, as: editor });
    expect(Unit.Custom1).toBe('Room 1');
  });

  it('has only a Line ID that the dealer allows', async () => {
    const unit = await aUnit({ dealer: 22 });
    const restrict = (UseRestrictLineID: 0 | 1) =>
      runningScope(editor).then((scope) =>
        dealerSettingsStore.change(
          scope,
          'change account details',
          ({ account, lists }) => ({ account, lists: { ...lists, RestrictLineIDList: ['OK1'], UseRestrictLineID } }),
          Date.now(),
        ),
      );
    await restrict(1);
    expect(await save(unit, { UnitLineID: 'BAD' })).toMatchObject({ status: 422 });
    expect(await save(unit, { UnitLineID: 'OK1' })).toMatchObject({ status: 200 });
    await restrict(0);
  });
});

describe('a Line ID and Unit ID', () => {
  it('are a duplicate if another unit of the dealers has exactly both [P2-V13 P2-C07]', async () => {
    const unit = await aUnit({ UnitLineID: 'D1', UnitID: '8801' });
    expect(await duplicate('D1', '8801')).toEqual({ result: 'Duplicate' });
    expect(await duplicate('D1', '8801', unit.UnitSerNum)).toEqual({ result: 'Unique' });
    expect(await duplicate('D1', '880')).toEqual({ result: 'Unique' });
    expect(await duplicate('D2', '8801')).toEqual({ result: 'Unique' });
    await aUnit({ dealer: 49, UnitLineID: 'D9', UnitID: '8809' });
    expect(await duplicate('D9', '8809')).toEqual({ result: 'Unique' });
  });

  it('are not a duplicate without a Unit ID, or on another line', async () => {
    await aUnit({ UnitLineID: 'D3', UnitID: '' });
    expect(await duplicate('D3', ' ')).toEqual({ result: 'Unique' });
    await aUnit({ UnitLineID: 'D3', UnitID: '8803' });
    expect(await duplicate(' ', '8803')).toEqual({ result: 'Unique' });
  });

  it('of another unit are saved only if the person has agreed [P2-V14]', async () => {
    const holder = await aUnit({ UnitLineID: 'D4', UnitID: '8804' });
    const unit = await aUnit({ UnitLineID: 'D4', UnitID: '8805' });
    expect(await save(unit, { UnitID: '8804' })).toMatchObject({
      status: 409,
      body: { message: `The unit ${holder.UnitSerNum} has the unit ID D4-8804 already` },
    });
    expect((await save(unit, { UnitID: '8804', duplicateAgreed: true })).status).toBe(200);
    expect((await auditOf('unit', unit.UnitSerNum))[0]?.after).toEqual({ UnitID: '8804', duplicateAgreed: true });
    // The duplicate keeps its ID, and is edited like other units.
    const same = { ...unit, UnitID: '8804' };
    expect((await save(same, { Custom1: 'Room 4' })).status).toBe(200);
    expect((await save({ ...same, Custom1: 'Room 4' }, { UnitID: '8806' })).status).toBe(200);
  });

  it('that no other unit has are saved as such, whatever the person has agreed to', async () => {
    const unit = await aUnit({ UnitLineID: 'D4', UnitID: '8841' });
    expect((await save(unit, { UnitID: '8842', duplicateAgreed: true })).status).toBe(200);
    expect((await auditOf('unit', unit.UnitSerNum))[0]?.after).toEqual({ UnitID: '8842' });
  });

  it('cost the same work whether a unit of a foreign dealer got them just now, or none', async () => {
    const other = await aUser({ dealer: 49, flags: ['UNIT_EDIT', 'UNIT'] });
    const foreign = await aUnit({ dealer: 49, UnitLineID: 'D7', UnitID: '8870' });
    const own = await aUnit({ UnitLineID: 'D7', UnitID: '8879' });
    expect((await save(foreign, { UnitID: '8871' }, identityOf(foreign), other)).status).toBe(200);
    const requestsFor = async (UnitID: string, was: UnitRecord) => {
      measure((entity) => entity);
      measured();
      expect((await save(was, { UnitID })).status).toBe(200);
      return measured().requests;
    };
    // The session is kept from here on.
    await requestsFor('8878', own);
    const known = await requestsFor('8871', { ...own, UnitID: '8878' });
    expect(known).toEqual(await requestsFor('8872', { ...own, UnitID: '8871' }));
  });

  it('are given once when two people type them for two units at once', async () => {
    const typed = [await aUnit({ UnitLineID: 'D5' }), await aUnit({ UnitLineID: 'D5' })];
    const saved = await Promise.all(typed.map((unit) => save(unit, { UnitID: '8855' })));
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await found('D5-8855')).toHaveLength(1);
  });

  it('are free again when their unit has others', async () => {
    const [one, two] = [await aUnit({ UnitLineID: 'D6', UnitID: '8861' }), await aUnit({ UnitLineID: 'D6' })];
    expect((await save(two, { UnitID: '8861' })).status).toBe(409);
    expect((await save(one, { UnitID: '8862' })).status).toBe(200);
    expect((await save(two, { UnitID: '8861' })).status).toBe(200);
  });
});
