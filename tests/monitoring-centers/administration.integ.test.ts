import { beforeAll, describe, expect, it } from 'vitest';
import { accessories } from '#core/accessories/contract.ts';
import type { Protocol } from '#core/monitoring-centers/center.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { MonitoringCenterEntity } from '#data/monitoring-centers/centers.ts';
import { centersOf, DealerCenterEntity } from '#data/monitoring-centers/centers-of-dealers.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { accessoriesAs, aDevice } from '../accessories/support.ts';

let as: UserRecord;
let sub: UserRecord;
let other: UserRecord;
let named = 0;

beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT_VIEW'] });
  sub = await aUser({ dealer: 220, flags: ['ADMIN'] });
  other = await aUser({ dealer: 49, flags: ['ENGINEER'] });
});

const aCenter = (protocol: Protocol = 1, name = `Centre ${++named}`) =>
  ask(monitoringCenters.add, { name, protocol, as });

async function anActiveCenter(protocol?: Protocol) {
  const { mcKey, version } = await aCenter(protocol);
  return ask(monitoringCenters.update, { mcKey, version, status: 2, as });
}

const give = (mcKey: string, dealerKey = 220) => call(monitoringCenters.addRemove, { dealerKey, add: [mcKey], as });
const take = (mcKey: string, dealerKey = 220) => call(monitoringCenters.addRemove, { dealerKey, remove: [mcKey], as });
const refusal = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

describe('monitoring centres', () => {
  it('are created as New with a key, and audited [P3-C45 P3-E09]', async () => {
    const center = await aCenter(3, 'Harbor Response');
    expect(center).toEqual({
      ...{ mcKey: expect.any(String), name: 'Harbor Response', protocol: 3, status: 1, version: 1 },
    });
    expect(await auditOf('monitoringCenter', center.mcKey)).toMatchObject([
      { action: 'add monitoring centre', actorKey: as.UserKey, after: { name: 'Harbor Response', protocol: 3 } },
    ]);
    const again = await call(monitoringCenters.add, { name: 'HARBOR response', protocol: 1, as });
    expect(refusal(again)).toEqual([409, 'Monitoring centre already exists']);
  });

  it('are listed by name for their dealer alone [P3-C47]', async () => {
    await aCenter(1, 'Zenith');
    await aCenter(1, 'aspen');
    const { items } = await ask(monitoringCenters.list, { pageSize: 1000, as });
    const names = items.map(({ name }) => name);
    expect(names.indexOf('aspen')).toBeLessThan(names.indexOf('Zenith'));
    for (const foreign of [sub, other])
      expect((await ask(monitoringCenters.list, { as: foreign })).items.map(({ name }) => name)).not.toContain(
        'Zenith',
      );
  });

  it('are changed in the version that was read, with their status [P3-C46 P3-S36]', async () => {
    const { mcKey, version } = await aCenter();
    const active = await ask(monitoringCenters.update, { mcKey, version, status: 2, as });
    expect(active).toMatchObject({ status: 2, version: 2 });
    const renamed = await ask(monitoringCenters.update, { mcKey, version: 2, name: 'Renamed', protocol: 4, as });
    expect(renamed).toEqual({ mcKey, name: 'Renamed', protocol: 4, status: 2, version: 3 });
    expect((await call(monitoringCenters.update, { mcKey, version: 2, name: 'Late', as })).status).toBe(409);
    const back = await call(monitoringCenters.update, { mcKey, version: 3, status: 1, as });
    expect(refusal(back)).toEqual([409, 'A monitoring centre cannot change from Active to New']);
    for (const foreign of [sub, other])
      expect((await call(monitoringCenters.update, { mcKey, version: 3, name: 'Taken', as: foreign })).status).toBe(
        404,
      );
  });

  it('are closed and deleted only while no dealer has them and no number is theirs', async () => {
    const { mcKey } = await anActiveCenter();
    expect((await give(mcKey)).status).toBe(200);
    const version = 3;
    const close = () => call(monitoringCenters.update, { mcKey, version, status: 4, as });
    expect(refusal(await close())).toEqual([
      409,
      'A dealer has the monitoring centre. Remove it from the dealer first',
    ]);
    await take(mcKey);
    const number = await ask(monitoringCenters.addToWhiteList, { mcKey, phoneNumber: '5035550001', as });
    expect((await close()).status).toBe(200);
    const remove = () => call(monitoringCenters.remove, { mcKey, version: version + 1, as });
    expect(refusal(await remove())).toEqual([
      409,
      'The whitelist has numbers of the monitoring centre. Remove them first',
    ]);
    await ask(monitoringCenters.removeFromWhiteList, { id: number.id, version: number.version, as });
    expect((await remove()).status).toBe(200);
    expect((await ask(monitoringCenters.list, { pageSize: 1000, as })).items.map((one) => one.mcKey)).not.toContain(
      mcKey,
    );
  });
});

describe('the monitoring centres of a dealer', () => {
  it('are given and removed, and audited [P3-C48 P3-C49]', async () => {
    const { mcKey, name } = await anActiveCenter();
    await give(mcKey);
    await give(mcKey);
    const { centers } = await ask(monitoringCenters.ofDealer, { dealerKey: 220, as: sub });
    expect(centers.find((one) => one.mcKey === mcKey)).toMatchObject({ name, status: 2, own: false });
    expect((await ask(monitoringCenters.ofDealer, { dealerKey: 22, as })).centers).toEqual([]);
    await take(mcKey);
    expect((await ask(monitoringCenters.ofDealer, { dealerKey: 220, as })).centers).toEqual([]);
    const entries = (await auditOf('dealer', '220')).filter(({ action }) => action === 'change centres of dealer');
    expect(entries.slice(-2).map(({ after }) => after)).toEqual(
      expect.arrayContaining([
        { added: [name], removed: [] },
        { added: [], removed: [name] },
      ]),
    );
  });

  it('must be active, of the own dealer, and go to a dealer of the scope', async () => {
    const { mcKey } = await aCenter();
    expect(refusal(await give(mcKey))).toEqual([409, 'Only an active monitoring centre can be given to a dealer']);
    const active = await anActiveCenter();
    expect((await give(active.mcKey, 49)).status).toBe(404);
    const foreign = { dealerKey: 220, add: [active.mcKey], as: sub };
    expect((await call(monitoringCenters.addRemove, foreign)).status).toBe(404);
    await give(active.mcKey);
    const taken = await call(monitoringCenters.addRemove, { dealerKey: 220, remove: [active.mcKey], as: sub });
    expect(refusal(taken)).toEqual([409, 'Another dealer gave this monitoring centre and can remove it']);
    await take(active.mcKey);
    expect((await call(monitoringCenters.ofDealer, { dealerKey: 22, as: sub })).status).toBe(404);
  });

  it('that a dealer gave which is not above any more do not count, also for alarms', async () => {
    const center = { DealerKey: 49, id: 'former-of-49', version: 1, name: 'Former', protocol: 1, status: 2 } as const;
    await MonitoringCenterEntity.put(center).go();
    await DealerCenterEntity.put({ mcKey: center.id, DealerKey: 220, OwnerKey: 49 }).go();
    const ids = async (dealerPath: string) => (await centersOf({ DealerKey: 220, dealerPath })).map(({ id }) => id);
    expect(await ids('/1/49/220/')).toContain(center.id);
    expect(await ids('/1/22/220/')).not.toContain(center.id);
    await DealerCenterEntity.delete({ mcKey: center.id, DealerKey: 220 }).go();
  });

  it('limit the zones of its units to 4 if the centre has the value 7 or 9 [P2-V11]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE' });
    const zones = async () => (await ask(accessories.rfDevices, { id: UnitSerNum, as })).zoneArrayLength;
    expect(await zones()).toBe(256);
    const { mcKey } = await anActiveCenter(9);
    await give(mcKey, 22);
    expect(await zones()).toBe(5);
    await take(mcKey, 22);
    expect(await zones()).toBe(256);
  });

  it('refuse to pair a device with another zone than 1 to 4, but not to delete one [P2-V11]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE' });
    const editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    const { mcKey } = await anActiveCenter(9);
    await give(mcKey, 22);
    const mode = (SimulationType: 'Pairing' | 'Delete', zone: number) =>
      call(unitActions.simulationType, { UnitSerNum, SimulationType, zone, as: editor });
    const message = 'The monitoring centre of this unit takes the zones 1 to 4. Choose one of these';
    expect(await mode('Pairing', 5)).toMatchObject({ status: 422, body: { issues: [{ path: 'zone', message }] } });
    const typed = { UnitSerNum, command: 'GoToMode Pairing 5', as: editor };
    expect((await call(unitActions.tcpMessage, typed)).status).toBe(422);
    expect((await mode('Pairing', 4)).status).toBe(200);
    expect((await mode('Delete', 5)).status).toBe(200);
    await take(mcKey, 22);
    expect((await mode('Pairing', 5)).status).toBe(200);
  });

  it('refuse to put a device of its units into another zone than 1 to 4 [P2-V11]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE' });
    const my = accessoriesAs(await aUser({ dealer: 22, flags: ['UNIT_EDIT'] }));
    const [early, late, deleted] = [await aDevice(), await aDevice(), await aDevice()];
    await my.add(UnitSerNum, 9, early.SerialNumber);
    await my.add(UnitSerNum, 8, deleted.SerialNumber);
    await my.remove(UnitSerNum, 8, deleted.RFCode);
    const { mcKey } = await anActiveCenter(7);
    await give(mcKey, 22);
    const message = 'The monitoring centre of this unit takes the zones 1 to 4. Choose one of these';
    const refused = [
      await my.add(UnitSerNum, 5, late.SerialNumber),
      await my.move(UnitSerNum, 9, 10, early.RFCode),
      await my.restore(UnitSerNum, 8, deleted.RFCode),
    ];
    expect(refused.map(refusal)).toEqual(Array(3).fill([422, message]));
    expect((await my.add(UnitSerNum, 4, late.SerialNumber)).status).toBe(200);
    expect((await my.move(UnitSerNum, 9, 1, early.RFCode)).status).toBe(200);
    await take(mcKey, 22);
    expect((await my.restore(UnitSerNum, 8, deleted.RFCode)).status).toBe(200);
  });
});

describe('the whitelist', () => {
  it('has the phone numbers of centres, with a label [P3-C51 P3-C52 P3-C53 P3-E10 P3-E11]', async () => {
    const { mcKey, name } = await aCenter();
    const phoneNumber = '5035550111';
    const added = await ask(monitoringCenters.addToWhiteList, { mcKey, phoneNumber, label: 'Night shift', as });
    expect(added).toEqual({ id: expect.any(String), version: 1, mcKey, phoneNumber, label: 'Night shift' });
    const changed = await ask(monitoringCenters.changeWhiteList, { ...added, label: 'Day shift', as });
    expect(changed).toEqual({ ...added, label: 'Day shift', version: 2 });
    expect((await call(monitoringCenters.changeWhiteList, { ...added, label: 'Late', as })).status).toBe(409);
    const { items } = await ask(monitoringCenters.whiteList, { as });
    expect(items).toContainEqual({ ...changed, name });
    expect((await ask(monitoringCenters.whiteList, { as: other })).items).toEqual([]);
    expect((await auditOf('whiteListNumber', added.id)).map(({ action }) => action).sort()).toEqual([
      'add whitelist number',
      'edit whitelist number',
    ]);
  });

  it('refuses a number twice, a wrong number, and a foreign or closed centre', async () => {
    const { mcKey, version } = await aCenter();
    const add = (fields: object) =>
      call(monitoringCenters.addToWhiteList, { mcKey, phoneNumber: '5035550122', as, ...fields });
    expect((await add({})).status).toBe(200);
    expect(refusal(await add({}))).toEqual([409, 'The phone number is on the whitelist already']);
    expect((await add({ phoneNumber: '12' })).status).toBe(422);
    expect((await add({ phoneNumber: '5035550123', as: other })).status).toBe(404);
    await ask(monitoringCenters.update, { mcKey, version, status: 4, as });
    expect(refusal(await add({ phoneNumber: '5035550124' }))).toEqual([409, 'The monitoring centre is closed']);
  });
});

it('a name and a number are checked before they are saved [P3-C50]', async () => {
  const { mcKey, name } = await aCenter(1, 'Checked Centre');
  const { id } = await ask(monitoringCenters.addToWhiteList, { mcKey, phoneNumber: '5035550133', as });
  const check = (type: 'name' | 'phoneNumber', checkValue: string, own?: string) =>
    ask(monitoringCenters.check, { type, checkValue, ...(own !== undefined && { id: own }), as });
  expect(await check('name', 'checked centre')).toEqual({ free: false, message: 'Monitoring centre already exists' });
  expect(await check('name', name, mcKey)).toEqual({ free: true });
  expect(await check('name', name, 'another')).toMatchObject({ free: false });
  expect(await check('phoneNumber', '5035550133')).toEqual({
    free: false,
    message: 'The phone number is on the whitelist already',
  });
  expect(await check('phoneNumber', '5035550133', id)).toEqual({ free: true });
  expect(await check('phoneNumber', '5035550134')).toEqual({ free: true });
});

it('two centres whose names look alike by now can be changed, and be told apart', async () => {
  const { mcKey, version } = await aCenter(1, 'Beacon');
  const alike = { DealerKey: 22, id: 'alike', version: 1, name: 'Bеacon', protocol: 1 as const, status: 1 as const };
  await MonitoringCenterEntity.put(alike).go();
  await ask(monitoringCenters.update, { mcKey, version, status: 2, as });
  const { status } = await ask(monitoringCenters.update, { mcKey: 'alike', version: 1, status: 2, as });
  expect(status).toBe(2);
  const check = (checkValue: string) => ask(monitoringCenters.check, { type: 'name', checkValue, id: 'alike', as });
  expect(await check('Bеacon')).toEqual({ free: true });
  expect(await check('Beacon')).toMatchObject({ free: false });
  const rename = (name: string) => call(monitoringCenters.update, { mcKey: 'alike', version: 2, name, as });
  expect(refusal(await rename('Beacon'))).toEqual([409, 'Monitoring centre already exists']);
  expect((await rename('Beacon West')).status).toBe(200);
});

it('only administrators and engineers administer centres [P3-A19]', async () => {
  const nobody = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'REPORTS'] });
  const centre = await aUser({ dealer: 22, type: 4, flags: [] });
  for (const user of [nobody, centre]) expect((await call(monitoringCenters.list, { as: user })).status).toBe(403);
});
