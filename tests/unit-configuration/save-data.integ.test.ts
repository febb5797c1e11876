import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { SimDeactivationEntity, simDeactivationStore } from '#data/sims/sim-deactivations.ts';
import { unitStore } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call, type Input } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
});

const ROOT = { dealerPath: '/1/' };
const stored = ({ UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>) => unitStore.get(ROOT, UnitSerNum);
const read = ({ UnitSerNum }: UnitRecord) => ask(unitConfiguration.get, { id: UnitSerNum, as });

/** What a client of the specification sends: the unit and its details as it loaded them, with what its user changed. */
async function asLoaded(unit: UnitRecord) {
  const { tabs, Events } = await read(unit);
  const { UnitSerNum } = unit;
  const { Unit, UnitDetailTable } = await ask(units.get, { id: UnitSerNum, as });
  return {
    UnitSerNum,
    Unit: { ...Unit, ICCID2: Unit.ICCID2 ?? '' },
    UnitDetailTable: { vitalsPatient: '', vitalsPortal: '', ...UnitDetailTable },
    newTabs: tabs,
    oldTabs: tabs,
    Events,
    OldEvents: Events,
    unitFirmVer: unit.FirmVer,
    DeactivateOnStartUpICCID: '',
  };
}
type Sent = Awaited<ReturnType<typeof asLoaded>>;
const save = (sent: Partial<Input<typeof unitConfiguration.save>> & Pick<Sent, 'UnitSerNum' | 'newTabs' | 'oldTabs'>) =>
  call(unitConfiguration.save, { model: 'MXD-LTE', ...sent, as });
const aVoiceUnit = (more: Partial<UnitRecord> = {}) =>
  aUnit({ dealer: 220, UnitModel: 'MXD-LTE', UnitStatus: 9, AllowSMSConnect: '1', RemoteLog: '0', Report: 0, ...more });
/** A unit of which much is known. */
const MUCH: Partial<UnitRecord> = {
  ...{ Tags: ['Kitchen'], tcpFail: 3, downloadFail: 2, newBattery: 1, newBatteryAt: '2026-11-01T00:00:00.000Z' },
};
const remind = ({ UnitSerNum }: UnitRecord) =>
  ReminderEntity.put({
    ...{ UnitSerNum, Message: 'EatAMeal', MessageTime: instant(Date.now() + DAY), timeZone: 'UTC', state: 'scheduled' },
    ...{ createdBy: 'x', DealerKey: 220, expiresAt: Math.floor((Date.now() + 9 * DAY) / 1000) },
  }).go();
const actions = async ({ UnitSerNum }: UnitRecord) =>
  (await auditOf('unit', UnitSerNum)).map(({ action }) => action).toSorted();

describe('a save as the specification has it', () => {
  it('stores each part of the unit, with the audit entries of their own calls [P2-C02]', async () => {
    const unit = await aVoiceUnit({ ICCID1: '89148000000100000014', ICCID2: '89011702278100000017' });
    const sent = await asLoaded(unit);
    const answer = await save({
      ...sent,
      newTabs: { ...sent.newTabs, SpeakerVol: 8 },
      Unit: { ...sent.Unit, UnitID: '7788', Custom1: 'Hall' },
      UnitDetailTable: { ...sent.UnitDetailTable, AllowSMSConnect: '0' },
      DeactivateOnStartUpICCID: '89148000000100000014',
    });
    expect(answer).toMatchObject({ status: 200, body: { revision: 1, tabs: { SpeakerVol: 8 } } });
    const saved = await stored(unit);
    expect(saved).toMatchObject({ UnitID: '7788', Custom1: 'Hall', AllowSMSConnect: '0' });
    expect(await simDeactivationStore.get(saved)).toMatchObject({ iccid: '89148000000100000014' });
    expect(await actions(unit)).toEqual(
      expect.arrayContaining([...['allow SMS', 'change configuration', 'change unit', 'mark SIM for deactivation']]),
    );
    // The same save can arrive twice.
    expect((await save({ ...sent, newTabs: { ...sent.newTabs, SpeakerVol: 8 } })).status).toBe(200);
    expect((await read(unit)).revision).toBe(1);
  });

  it('changes only what differs: a date of the remote log that was loaded stays, and switching it is refused', async () => {
    const RemoteLog = instant(Date.now() + DAY);
    const unit = await aVoiceUnit({ RemoteLog });
    const sent = await asLoaded(unit);
    const withLog = (log: string) => save({ ...sent, UnitDetailTable: { ...sent.UnitDetailTable, RemoteLog: log } });
    expect((await save(sent)).status).toBe(200);
    expect((await withLog(instant(Date.now() + 2 * DAY))).status).toBe(200);
    expect(await stored(unit)).toMatchObject({ RemoteLog, AllowSMSConnect: '1', UnitID: unit.UnitID });
    expect(await actions(unit)).toEqual(['change configuration']);
    const refused = { status: 422, body: { issues: [{ path: 'UnitDetailTable.RemoteLog' }] } };
    expect(await withLog('0')).toMatchObject(refused);
    expect(await withLog(instant(Date.now() - MINUTE))).toMatchObject(refused);
    expect((await stored(unit)).RemoteLog).toBe(RemoteLog);
  });

  it('is refused with what changed if somebody else changed what was loaded, and changes nothing', async () => {
    const unit = await aVoiceUnit();
    const sent = await asLoaded(unit);
    await save({ ...sent, newTabs: { ...sent.newTabs, SpeakerVol: 8 } });
    const second = await save({ ...sent, newTabs: { ...sent.newTabs, MicVol: 8, SpeakerVol: 6 } });
    expect(second).toMatchObject({ status: 409, body: { issues: [{ path: 'SpeakerVol' }] } });
    expect((await read(unit)).tabs).toMatchObject({ SpeakerVol: 8, MicVol: sent.oldTabs.MicVol });
    const categories = [{ ...sent.Events.categories[0]!, Phone1: '8015550199' }, ...sent.Events.categories.slice(1)];
    const events = { ...sent.Events, categories };
    const { newTabs: _new, oldTabs: _old, ...others } = sent;
    expect((await save({ ...others, newTabs: {}, oldTabs: {}, Events: events })).status).toBe(200);
    const late = await save({
      ...{ ...others, newTabs: {}, oldTabs: {} },
      Events: { ...sent.Events, categories: [{ ...categories[0]!, Phone1: '8015550111' }, ...categories.slice(1)] },
    });
    expect(late.status).toBe(409);
  });

  it('is refused if the identity that was loaded has changed, or another unit has the unit ID', async () => {
    const unit = await aVoiceUnit({ UnitLineID: 'LINE9', UnitID: '1001' });
    const other = await aVoiceUnit({ UnitLineID: 'LINE9', UnitID: '1002' });
    const sent = await asLoaded(unit);
    const stale = await save({ ...sent, Unit: { UnitID: '1003' }, OldUnit: { UnitID: '1000' } });
    expect(stale).toMatchObject({ status: 409, body: { message: 'Somebody else changed the unit meanwhile' } });
    const duplicate = { ...sent, Unit: { UnitID: '1002' } };
    expect(await save(duplicate)).toMatchObject({
      status: 409,
      body: { message: `The unit ${other.UnitSerNum} has the unit ID LINE9-1002 already` },
    });
    expect((await read(unit)).revision).toBe(0);
    expect((await save({ ...duplicate, duplicateAgreed: true })).status).toBe(200);
    expect((await stored(unit)).UnitID).toBe('1002');
  });

  it.each([
    ['Unit', 'DealerKey', 22],
    ['Unit', 'UnitModel', 'myConnect'],
    ['Unit', 'UnitSerNum', 'ZZZZZ9'],
    ['Unit', 'IMEI', '351234567000001'],
    ['Unit', 'UnitStatus', 8],
    ['Unit', 'ICCID1', '89148000000100000030'],
    ['Unit', 'ICCID2', '89011702278100000033'],
    ['Unit', 'Report', 1],
    ['Unit', 'ICCID1Carrier', 2],
    ['Unit', 'Tags', ['Lobby']],
    ['Unit', 'Tags', []],
    ['Unit', 'PTName', 'Another profile'],
    ['Unit', 'PTUnitFirmVer', '9.9.9'],
    ['Unit', 'ProfileTemplateKey', 987],
    ['UnitDetailTable', 'tcpFail', 0],
    ['UnitDetailTable', 'downloadFail', 0],
    ['UnitDetailTable', 'newBattery', { battery: 2, at: '2026-11-01T00:00:00.000Z', awaitsData: false }],
    ['UnitDetailTable', 'newBattery', { battery: 1, at: '2026-11-02T00:00:00.000Z', awaitsData: false }],
    ['UnitDetailTable', 'EatAMeal', instant(Date.now() + 2 * DAY)],
    ['UnitDetailTable', 'TakeMedication', instant(Date.now() + 2 * DAY)],
    ['UnitDetailTable', 'TestBloodSugar', instant(Date.now() + 2 * DAY)],
    ['UnitDetailTable', 'vitalsPatient', 'P-1'],
    ['UnitDetailTable', 'vitalsPortal', 'Example Vitals'],
  ])('is refused with another %s.%s, which only another call changes', async (part, field, value) => {
    const unit = await aVoiceUnit(MUCH);
    await remind(unit);
    const sent = await asLoaded(unit);
    expect((await save({ ...sent, newTabs: {}, oldTabs: {}, Events: undefined, OldEvents: undefined })).status).toBe(
      200,
    );
    const { revision } = await read(unit);
    const changed = { ...sent, newTabs: { SpeakerVol: 8 }, [part]: { [field]: value } };
    expect(await save(changed)).toMatchObject({ status: 422, body: { issues: [{ path: `${part}.${field}` }] } });
    expect((await read(unit)).revision).toBe(revision);
  });

  it('does not tell those who hide customers whether they guessed the patient or the vitals portal', async () => {
    const hides = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'HIDE_CUSTOMER'] });
    const guess = async (unit: UnitRecord, UnitDetailTable: object) => {
      const sent = { UnitSerNum: unit.UnitSerNum, newTabs: {}, oldTabs: {}, UnitDetailTable };
      const { status, body } = await call(unitConfiguration.save, { model: 'MXD-LTE', ...sent, as: hides });
      return [status, (body.issues as { path: string }[] | undefined)?.map(({ path }) => path)];
    };
    const linked = await aVoiceUnit({ vitalsPatient: 'P-7', vitalsPortal: 'Example Vitals' });
    const unlinked = await aVoiceUnit();
    for (const unit of [linked, unlinked]) {
      for (const vitalsPatient of ['P-7', 'P-8'])
        expect(await guess(unit, { vitalsPatient })).toEqual([422, ['UnitDetailTable.vitalsPatient']]);
      for (const vitalsPortal of ['Example Vitals', 'Other Vitals'])
        expect(await guess(unit, { vitalsPortal })).toEqual([422, ['UnitDetailTable.vitalsPortal']]);
      expect(await guess(unit, { vitalsPatient: '', vitalsPortal: '', tcpFail: 0 })).toEqual([200, undefined]);
    }
  });

  it('does not refuse what changed by itself since it was loaded, nor the fields of a profile that it replaces', async () => {
    const unit = await aVoiceUnit({ tcpFail: 3 });
    const loaded = await asLoaded(unit);
    const since = { tcpFail: 2, downloadFail: 1, EatAMeal: instant(Date.now() - MINUTE) };
    const sent = {
      ...loaded,
      Unit: { ...loaded.Unit, FirmVer: '0.0.1', ICCID1State: 1, BulkAction: 1 as const, DealerName: 'A former name' },
      UnitDetailTable: { ...loaded.UnitDetailTable, ...since },
    };
    expect((await save(sent)).status).toBe(200);
    const { ProfileTemplateKey: newTemplateKey } = unit;
    const Unit = { ...sent.Unit, PTName: 'Another', PTUnitFirmVer: '1.0.0', ProfileTemplateKey: 987 };
    const assigned = await save({ ...sent, Unit, newTemplateKey });
    // The unit's own profile is in no store of this test: the save got as far as that.
    expect(assigned).toMatchObject({ status: 404, body: { message: 'There is no such profile for this model' } });
    expect((await save({ ...sent, Unit })).status).toBe(422);
  });

  it('keeps each field of the identity that is left out', async () => {
    const unit = await aVoiceUnit({ UnitID: '1001', Custom1: 'Hall', Custom2: 'Old wing' });
    const sent = await asLoaded(unit);
    expect((await save({ ...sent, Unit: { UnitID: '1003' } })).status).toBe(200);
    expect((await save({ ...sent, Unit: {} })).status).toBe(200);
    expect(await stored(unit)).toMatchObject({ UnitID: '1003', Custom1: 'Hall', Custom2: 'Old wing' });
    expect((await save({ ...sent, Unit: { Custom1: '' } })).status).toBe(200);
    expect(await stored(unit)).toMatchObject({ Custom1: '', Custom2: 'Old wing' });
  });

  it('checks of the identity only what differs: what is stored can be older than the rules', async () => {
    const old = { UnitLineID: 'OLD LINE 12', UnitID: '10/01', Custom1: 'x'.repeat(60) };
    const unit = await aVoiceUnit(old);
    const sent = await asLoaded(unit);
    expect((await save({ ...sent, newTabs: { ...sent.newTabs, SpeakerVol: 8 } })).status).toBe(200);
    expect(await stored(unit)).toMatchObject(old);
    const wrong = { ...sent, Unit: { ...sent.Unit, UnitID: '10/02', Custom2: 'y'.repeat(41) } };
    expect(await save(wrong)).toMatchObject({
      status: 422,
      body: {
        issues: [
          { path: 'Unit.UnitID', message: 'A Unit ID has letters and digits' },
          { path: 'Unit.Custom2', message: 'At most 40 characters' },
        ],
      },
    });
    expect(await stored(unit)).toMatchObject(old);
    expect((await save({ ...sent, oldTabs: {}, newTabs: {}, Unit: { ...sent.Unit, UnitID: ' ab7 ' } })).status).toBe(
      200,
    );
    expect(await stored(unit)).toMatchObject({ ...old, UnitID: 'AB7' });
  });

  it('stores nothing if the settings are refused, though the identity differs too', async () => {
    const unit = await aVoiceUnit({ UnitID: '1001' });
    const sent = await asLoaded(unit);
    await save({ ...sent, newTabs: { ...sent.newTabs, SpeakerVol: 8 } });
    const renamed = { ...sent, Unit: { ...sent.Unit, UnitID: '1003' } };
    expect((await save({ ...renamed, newTabs: { ...sent.newTabs, SpeakerVol: 6 } })).status).toBe(409);
    expect((await save({ ...renamed, newTabs: { NoSetting: 1 }, oldTabs: {} })).status).toBe(422);
    expect((await save({ ...renamed, unitFirmVer: '9.9.9' })).status).toBe(409);
    expect((await stored(unit)).UnitID).toBe('1001');
    expect(await actions(unit)).toEqual(['change configuration']);
  });

  it.each([
    ['that the unit does not have', {}, '89148000000199999999', 404],
    ['of a unit without another one', { ICCID1: '89148000000100000063' }, '89148000000100000063', 409],
  ])('stores nothing if it names a SIM %s', async (_which, sims, iccid, status) => {
    const unit = await aVoiceUnit({ UnitID: '1001', ...sims });
    const sent = await asLoaded(unit);
    const answer = await save({
      ...sent,
      newTabs: { ...sent.newTabs, SpeakerVol: 8 },
      Unit: { ...sent.Unit, UnitID: '1003' },
      UnitDetailTable: { ...sent.UnitDetailTable, AllowSMSConnect: '0' },
      DeactivateOnStartUpICCID: iccid,
    });
    expect(answer.status).toBe(status);
    expect(await stored(unit)).toMatchObject({ UnitID: '1001', AllowSMSConnect: '1' });
    expect((await read(unit)).revision).toBe(0);
    expect(await actions(unit)).toEqual([]);
  });

  it('stores nothing if another SIM is marked', async () => {
    const sims = ['89148000000100000048', '89011702278100000041'] as const;
    const unit = await aVoiceUnit({ UnitID: '1001', ICCID1: sims[0], ICCID2: sims[1] });
    const sent = await asLoaded(unit);
    expect((await save({ ...sent, DeactivateOnStartUpICCID: sims[0] })).status).toBe(200);
    const Unit = { ...sent.Unit, UnitID: '1003' };
    expect(await save({ ...sent, Unit, DeactivateOnStartUpICCID: sims[1] })).toMatchObject({
      status: 409,
      body: { message: 'Another SIM of this unit is marked already' },
    });
    expect((await stored(unit)).UnitID).toBe('1001');
  });

  it('leaves a mark as it is that is sent as it was loaded, with the command on which it depends', async () => {
    const sims = ['89148000000100000055', '89011702278100000058'] as const;
    const unit = await aVoiceUnit({ ICCID1: sims[0], ICCID2: sims[1] });
    expect((await save({ ...(await asLoaded(unit)), DeactivateOnStartUpICCID: sims[0] })).status).toBe(200);
    await SimDeactivationEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ commandId: 'c1' }).go();
    const marked = await simDeactivationStore.get(await stored(unit));
    const sent = await asLoaded(await stored(unit));
    const answer = await save({
      ...sent,
      newTabs: { ...sent.newTabs, SpeakerVol: 8 },
      DeactivateOnStartUpICCID: sims[0],
    });
    expect(answer).toMatchObject({ status: 200, body: { tabs: { SpeakerVol: 8 } } });
    expect(await simDeactivationStore.get(await stored(unit))).toEqual(marked);
    expect(marked).toMatchObject({ iccid: sims[0], commandId: 'c1' });
  });

  it('is refused for a SIM that the unit does not have, and for a unit of a foreign dealer', async () => {
    const unit = await aVoiceUnit({ ICCID1: '89148000000100000022', ICCID2: '89011702278100000025' });
    const sent = await asLoaded(unit);
    expect(await save({ ...sent, DeactivateOnStartUpICCID: '89148000000199999999' })).toMatchObject({
      status: 404,
      body: { message: 'The unit has no such SIM' },
    });
    const foreign = await aUnit({ dealer: 49, UnitModel: 'MXD-LTE' });
    expect((await save({ ...sent, UnitSerNum: foreign.UnitSerNum, Unit: {} })).status).toBe(404);
  });
});
