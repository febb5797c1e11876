import { beforeAll, describe, expect, it } from 'vitest';
import { accessories } from '#core/accessories/contract.ts';
import { HELD_ELSEWHERE } from '#core/accessories/look-up.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AccessoryHolderEntity } from '#data/accessories/entities.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { accessoriesAs, aDevice } from './support.ts';

let as: UserRecord;
let my: ReturnType<typeof accessoriesAs>;
let engineer: ReturnType<typeof accessoriesAs>;
let engineerUser: UserRecord;

beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  engineerUser = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'ENGINEER'] });
  my = accessoriesAs(as);
  engineer = accessoriesAs(engineerUser);
});

const aVoiceUnit = (dealer = 220) => aUnit({ dealer, UnitModel: 'MXD-LTE', UnitStatus: 9 });
const holderOf = async (accessory: string) =>
  (await AccessoryHolderEntity.get({ accessory }).go({ consistent: true })).data;
const zones = async (id: string) =>
  (await my.rf(id)).devices.map(({ Zone, SerialNumber, UpdateStatusName }) => [Zone, SerialNumber, UpdateStatusName]);

describe('a look-up', () => {
  it('finds a device of the stock list without the prefix of its type [P2-C47 P2-V07 P2-V09 P2-E21]', async () => {
    const { SerialNumber, RFCode } = await aDevice();
    expect(await ask(accessories.look, { serial: SerialNumber.toLowerCase(), as })).toEqual({
      outcome: 'Match',
      device: { SerialNumber, RFCode, Type: 'Pendant', ManufacturedDate: '2025-06-01' },
      warnings: [],
    });
  });

  it('says Not Found and no RF, each with a warning [P2-C47 P2-V05 P2-V06 P2-V08]', async () => {
    const { SerialNumber } = await aDevice({ RFCode: '0000' });
    const none = await ask(accessories.look, { serial: 'X404', as });
    expect([none.outcome, none.warnings.length]).toEqual(['Not Found', 1]);
    const noRf = await ask(accessories.look, { serial: SerialNumber, as });
    expect([noRf.outcome, noRf.warnings.length]).toEqual(['No RF', 1]);
  });

  it('in the Mytrex data asks that source [P2-C48]', async () => {
    expect(await ask(accessories.lookInMytrex, { serial: 'M70001', as })).toMatchObject({
      outcome: 'Match',
      device: { SerialNumber: 'M70001', RFCode: 'C0A1', Type: 'Pendant', ManufacturedDate: '2025-03-14' },
    });
    expect(await ask(accessories.lookInMytrex, { serial: 'M70003', as })).toMatchObject({ outcome: 'No RF' });
    expect(await ask(accessories.lookInMytrex, { serial: 'P404', as })).toMatchObject({ outcome: 'Not Found' });
  });

  it('names the unit that has the device, but none of another dealer', async () => {
    const { SerialNumber } = await aDevice();
    const { UnitSerNum } = await aVoiceUnit(49);
    expect((await engineer.add(UnitSerNum, 7, SerialNumber)).status).toBe(200);
    const seen = await ask(accessories.look, { serial: SerialNumber, as: engineerUser });
    expect(seen.heldBy).toMatchObject({ UnitSerNum, Zone: 7 });
    const hidden = await ask(accessories.look, { serial: SerialNumber, as });
    expect([hidden.warnings, hidden.heldBy]).toEqual([[HELD_ELSEWHERE], undefined]);
    expect(JSON.stringify(hidden)).not.toContain(UnitSerNum);
  });
});

describe('an RF device', () => {
  it('is added to a zone, Pending, and marks the unit as not synced [P2-C49 P2-C42 P2-E21 P2-S28 P2-B07]', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const { SerialNumber, RFCode } = await aDevice();
    expect((await my.rf(UnitSerNum)).synced).toBe(true);
    expect((await my.add(UnitSerNum, 5, SerialNumber)).status).toBe(200);
    expect(await my.rf(UnitSerNum)).toMatchObject({
      ...{ UnitSerNum, zoneArrayLength: 256, synced: false },
      devices: [
        {
          ...{ Zone: 5, ZoneName: '', SerialNumber, RFCode, Type: 'Pendant', ManufacturedDate: '2025-06-01' },
          ...{ UpdateStatusName: 'Pending', batteryLow: false, missing: false },
        },
      ],
    });
    const configuration = await ask(unitConfiguration.get, { id: UnitSerNum, as });
    expect(configuration.state).toBe('waiting');
    expect(configuration.settings.find(({ name }) => name === 'rf:5')).toMatchObject({
      ...{ value: `${RFCode} ${SerialNumber}`, source: 'unit', state: 'waiting', label: 'Accessory in zone 5' },
    });
    const { messages } = await ask(unitConfiguration.syncQueue, { UnitSerNum, as });
    expect(messages.map(({ MessageType }) => MessageType)).toContain('RF');
    expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({
      ...{ action: 'add accessory', dealerKey: 220, after: { SerialNumber, RFCode, zone: 5, Type: 'Pendant' } },
    });
  });

  it('of the Mytrex data is added too', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    expect((await my.add(UnitSerNum, 255, 'M70002')).status).toBe(200);
    expect(await zones(UnitSerNum)).toEqual([[255, 'M70002', 'Pending']]);
    expect((await my.remove(UnitSerNum, 255, 'C0A2')).status).toBe(200);
  });

  it('is refused if it is not found, has no RF, its zone is taken, it is on the unit, or the model has no RF [P2-C49]', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const [first, second, noRf] = [await aDevice(), await aDevice(), await aDevice({ RFCode: '0000' })];
    expect((await my.add(UnitSerNum, 5, first.SerialNumber)).status).toBe(200);
    const refusals = [
      await my.add(UnitSerNum, 6, 'X404'),
      await my.add(UnitSerNum, 6, noRf.SerialNumber),
      await my.add(UnitSerNum, 5, second.SerialNumber),
      await my.add(UnitSerNum, 6, first.SerialNumber),
      await my.add(UnitSerNum, 256, second.SerialNumber),
      await my.add((await aUnit({ UnitModel: 'myConnect' })).UnitSerNum, 1, second.SerialNumber),
    ];
    expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([
      [422, 'Not Found'],
      [422, 'This device has no RF. It cannot be added to a zone'],
      [409, `Zone 5 has the accessory ${first.SerialNumber} already`],
      [409, 'This accessory is on this unit already, in zone 5'],
      [422, expect.any(String)],
      [409, 'A myConnect has no RF'],
    ]);
    const twin = await aDevice({ RFCode: first.RFCode });
    expect((await my.add(UnitSerNum, 6, twin.SerialNumber)).body.message).toBe(
      'Zone 5 of this unit has this RF code already',
    );
    expect(await zones(UnitSerNum)).toEqual([[5, first.SerialNumber, 'Pending']]);
  });

  it('moves to a free zone of its unit [P2-C50 P2-B55]', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const [one, other] = [await aDevice(), await aDevice()];
    await my.add(UnitSerNum, 5, one.SerialNumber);
    await my.add(UnitSerNum, 6, other.SerialNumber);
    expect((await my.move(UnitSerNum, 5, 6, one.RFCode)).body.message).toBe(
      `Zone 6 has the accessory ${other.SerialNumber} already`,
    );
    const since = (await holderOf(`rf~${one.SerialNumber}`))!.since;
    expect((await my.move(UnitSerNum, 5, 9, one.RFCode)).status).toBe(200);
    expect(await zones(UnitSerNum)).toEqual([
      [5, one.SerialNumber, 'Pending Delete'],
      [6, other.SerialNumber, 'Pending'],
      [9, one.SerialNumber, 'Pending'],
    ]);
    expect(await holderOf(`rf~${one.SerialNumber}`)).toMatchObject({ UnitSerNum, name: 'rf:9', since });
    // Who saw it in the old zone changes nothing.
    expect((await my.move(UnitSerNum, 5, 10, one.RFCode)).status).toBe(404);
    expect((await my.remove(UnitSerNum, 5, one.RFCode)).status).toBe(404);
  });

  it('is deleted and undeleted, and Pending Delete marks the unit as not synced [P2-C46 P2-S28]', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const { SerialNumber, RFCode } = await aDevice();
    await my.add(UnitSerNum, 5, SerialNumber);
    expect((await my.remove(UnitSerNum, 5, RFCode)).status).toBe(200);
    expect(await zones(UnitSerNum)).toEqual([[5, SerialNumber, 'Pending Delete']]);
    const { synced, former } = await my.rf(UnitSerNum);
    expect([synced, former]).toEqual([false, [{ SerialNumber, Type: 'Pendant', Zone: 5, leftAt: expect.any(String) }]]);
    expect(await holderOf(`rf~${SerialNumber}`)).toBeNull();
    expect((await my.remove(UnitSerNum, 5, RFCode)).status).toBe(404);
    expect((await my.restore(UnitSerNum, 5, RFCode)).status).toBe(200);
    expect(await zones(UnitSerNum)).toEqual([[5, SerialNumber, 'Pending']]);
    expect((await my.rf(UnitSerNum)).former).toEqual([]);
    expect((await my.restore(UnitSerNum, 5, RFCode)).status).toBe(404);
  });

  it('has a zone with a custom name, which can be removed [P2-C41]', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const { SerialNumber } = await aDevice();
    await my.add(UnitSerNum, 5, SerialNumber);
    expect((await my.name(UnitSerNum, 5, 'Front door')).status).toBe(200);
    const named = await my.rf(UnitSerNum);
    expect([named.devices[0]?.ZoneName, named.zoneNames]).toEqual([
      'Front door',
      [{ Zone: 5, ZoneName: 'Front door' }],
    ]);
    expect((await my.name(UnitSerNum, 5, '')).status).toBe(200);
    expect((await my.rf(UnitSerNum)).zoneNames).toEqual([]);
    expect((await my.name(UnitSerNum, 0, 'x')).status).toBe(422);
    expect((await my.name(UnitSerNum, 5, 'x'.repeat(41))).status).toBe(422);
  });

  it('leaves a person who edits settings undisturbed, and a new profile keeps it', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const seen = await ask(unitConfiguration.get, { id: UnitSerNum, as });
    const { SerialNumber, RFCode } = await aDevice();
    await my.add(UnitSerNum, 5, SerialNumber);
    const save = (newTabs: Record<string, number>) =>
      call(unitConfiguration.save, {
        ...{ model: 'MXD-LTE', UnitSerNum, revision: seen.revision, oldTabs: seen.tabs, newTabs, as },
      });
    const saved = await save({ SpeakerVol: seen.tabs.SpeakerVol === 8 ? 7 : 8 });
    expect(saved.status).toBe(200);
    expect(saved.body.settings.find(({ name }: { name: string }) => name === 'rf:5').value).toBe(
      `${RFCode} ${SerialNumber}`,
    );
    // Settings that somebody else saved meanwhile are still a conflict.
    expect((await save({ SpeakerVol: 3 })).status).toBe(409);
  });
});

describe('an accessory that another unit has', () => {
  it('is moved only if the person agrees to take it from that unit, which then has it no longer', async () => {
    const [from, to] = [await aVoiceUnit(), await aVoiceUnit()];
    const { SerialNumber, RFCode } = await aDevice();
    await my.add(from.UnitSerNum, 5, SerialNumber);
    const asked = await my.add(to.UnitSerNum, 1, SerialNumber);
    expect([asked.status, asked.body.message, asked.body.issues]).toEqual([
      409,
      `This accessory is registered on unit ${from.UnitSerNum}, zone 5`,
      [{ path: 'moveFrom', message: from.UnitSerNum }],
    ]);
    expect((await my.add(to.UnitSerNum, 1, SerialNumber, to.UnitSerNum)).status).toBe(409);
    expect((await my.add(to.UnitSerNum, 1, SerialNumber, from.UnitSerNum)).status).toBe(200);
    expect(await zones(to.UnitSerNum)).toEqual([[1, SerialNumber, 'Pending']]);
    expect(await zones(from.UnitSerNum)).toEqual([[5, SerialNumber, 'Pending Delete']]);
    const { former } = await my.rf(from.UnitSerNum);
    expect(former).toMatchObject([
      { SerialNumber, Zone: 5, heldBy: { UnitSerNum: to.UnitSerNum, Zone: 1, since: expect.any(String) } },
    ]);
    expect((await auditOf('unit', from.UnitSerNum)).at(-1)).toMatchObject({
      ...{ action: 'move accessory out', after: { unit: to.UnitSerNum } },
    });
    expect((await auditOf('unit', to.UnitSerNum)).at(-1)).toMatchObject({
      ...{ action: 'move accessory in', after: { unit: from.UnitSerNum } },
    });
    // Taking back the deletion would take it from the other unit.
    expect((await my.restore(from.UnitSerNum, 5, RFCode)).status).toBe(409);
    expect((await my.restore(from.UnitSerNum, 5, RFCode, to.UnitSerNum)).status).toBe(200);
    expect(await zones(from.UnitSerNum)).toEqual([[5, SerialNumber, 'Pending']]);
    expect(await zones(to.UnitSerNum)).toEqual([[1, SerialNumber, 'Pending Delete']]);
  });

  it('leaves the one that its former zone has by now', async () => {
    const [from, to] = [await aVoiceUnit(), await aVoiceUnit()];
    const [there, moved] = [await aDevice(), await aDevice()];
    const { UnitSerNum } = from;
    await my.add(UnitSerNum, 5, there.SerialNumber);
    const held = { accessory: `rf~${moved.SerialNumber}`, UnitSerNum, name: 'rf:5' };
    await AccessoryHolderEntity.put({ ...held, since: new Date().toISOString(), version: '1' }).go();
    expect((await my.add(to.UnitSerNum, 1, moved.SerialNumber, UnitSerNum)).status).toBe(200);
    expect(await zones(UnitSerNum)).toEqual([[5, there.SerialNumber, 'Pending']]);
  });

  it('says to which unit it went after its deletion', async () => {
    const [from, to] = [await aVoiceUnit(), await aVoiceUnit()];
    const { SerialNumber, RFCode } = await aDevice();
    await my.add(from.UnitSerNum, 5, SerialNumber);
    await my.remove(from.UnitSerNum, 5, RFCode);
    await my.add(to.UnitSerNum, 2, SerialNumber);
    const { heldBy } = (await my.rf(from.UnitSerNum)).former[0]!;
    expect(heldBy).toMatchObject({ UnitSerNum: to.UnitSerNum, Zone: 2 });
  });

  it('of a dealer that the person may not see is refused without a word of it', async () => {
    const foreign = await aVoiceUnit(49);
    const { UnitSerNum } = await aVoiceUnit();
    const { SerialNumber } = await aDevice();
    await engineer.add(foreign.UnitSerNum, 5, SerialNumber);
    for (const moveFrom of [undefined, foreign.UnitSerNum]) {
      const refused = await my.add(UnitSerNum, 1, SerialNumber, moveFrom);
      expect([refused.status, refused.body.message]).toEqual([409, HELD_ELSEWHERE]);
      expect(JSON.stringify(refused.body)).not.toContain(foreign.UnitSerNum);
    }
    // Who sees both moves it. Neither dealer reads the other's unit in its audit or its list.
    expect((await engineer.add(UnitSerNum, 1, SerialNumber, foreign.UnitSerNum)).status).toBe(200);
    const told = await Promise.all([auditOf('unit', UnitSerNum), my.rf(UnitSerNum)]);
    expect(JSON.stringify(told)).not.toContain(foreign.UnitSerNum);
    const other = accessoriesAs(await aUser({ dealer: 49, flags: ['UNIT_EDIT'] }));
    const list = await other.rf(foreign.UnitSerNum);
    expect(list.former).toMatchObject([{ SerialNumber }]);
    expect(JSON.stringify([list, await auditOf('unit', foreign.UnitSerNum)])).not.toContain(UnitSerNum);
  });

  it('is free if that unit does not exist any more', async () => {
    const [gone, unit] = [await aVoiceUnit(), await aVoiceUnit()];
    const { SerialNumber } = await aDevice();
    await my.add(gone.UnitSerNum, 5, SerialNumber);
    await UnitEntity.delete({ UnitSerNum: gone.UnitSerNum }).go();
    expect((await my.add(unit.UnitSerNum, 5, SerialNumber)).status).toBe(200);
  });
});

describe('two people at once', () => {
  it('who add one accessory to two units: one of them is asked', async () => {
    const units = await Promise.all([aVoiceUnit(), aVoiceUnit(), aVoiceUnit()]);
    const { SerialNumber } = await aDevice();
    const answers = await Promise.all(units.map(({ UnitSerNum }) => my.add(UnitSerNum, 5, SerialNumber)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const lists = await Promise.all(units.map(({ UnitSerNum }) => zones(UnitSerNum)));
    expect(lists.flat()).toEqual([[5, SerialNumber, 'Pending']]);
  });

  it('who add two accessories to one zone: one of them is refused', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const devices = await Promise.all([aDevice(), aDevice()]);
    const answers = await Promise.all(devices.map(({ SerialNumber }) => my.add(UnitSerNum, 5, SerialNumber)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await zones(UnitSerNum)).toHaveLength(1);
  });

  it('who add accessories to different zones both succeed', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const devices = await Promise.all([1, 2, 3, 4].map(() => aDevice()));
    const answers = await Promise.all(
      devices.map(({ SerialNumber }, index) => my.add(UnitSerNum, index + 1, SerialNumber)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await zones(UnitSerNum)).toHaveLength(4);
  });

  it('of whom one moves the accessory elsewhere: the other takes it from nobody', async () => {
    const [from, first, second] = await Promise.all([aVoiceUnit(), aVoiceUnit(), aVoiceUnit()]);
    const { SerialNumber } = await aDevice();
    await my.add(from.UnitSerNum, 5, SerialNumber);
    beforeNextTransaction(() => my.add(first.UnitSerNum, 1, SerialNumber, from.UnitSerNum));
    const late = await my.add(second.UnitSerNum, 2, SerialNumber, from.UnitSerNum);
    expect([late.status, late.body.issues]).toEqual([409, [{ path: 'moveFrom', message: first.UnitSerNum }]]);
    expect(await zones(second.UnitSerNum)).toEqual([]);
    expect(await zones(first.UnitSerNum)).toEqual([[1, SerialNumber, 'Pending']]);
  });

  it('of whom one deletes it while the other moves it to another zone', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const { SerialNumber, RFCode } = await aDevice();
    await my.add(UnitSerNum, 5, SerialNumber);
    beforeNextTransaction(() => my.remove(UnitSerNum, 5, RFCode));
    expect((await my.move(UnitSerNum, 5, 6, RFCode)).status).toBe(404);
    expect(await zones(UnitSerNum)).toEqual([[5, SerialNumber, 'Pending Delete']]);
    expect(await holderOf(`rf~${SerialNumber}`)).toBeNull();
  });

  it('while the unit moves to another dealer: nothing is added', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const { SerialNumber } = await aDevice();
    beforeNextTransaction(() => UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go());
    expect((await my.add(UnitSerNum, 5, SerialNumber)).status).toBe(409);
    expect(await holderOf(`rf~${SerialNumber}`)).toBeNull();
  });
});

describe('a Bluetooth device', () => {
  const macNumber = (number: number) => `A0:B0:C0:00:00:${number.toString(16).padStart(2, '0').toUpperCase()}`;

  it('is added, changed, deleted and undeleted; Pending and Pending Delete mark the unit as not synced [P2-C43 P2-C44 P2-C45 P2-E22 P2-S29 P2-B08]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'myConnect' });
    const list = () => my.bluetooth(UnitSerNum);
    expect(await list()).toEqual({ UnitSerNum, synced: true, devices: [] });
    expect((await my.saveBluetooth(UnitSerNum, 'BP-1', 'a0b0c0000001')).status).toBe(200);
    const device = { SerialNumber: 'BP-1', MacAddress: macNumber(1), UpdateStatusName: 'Pending' };
    expect(await list()).toEqual({ UnitSerNum, synced: false, devices: [device] });
    const { messages } = await ask(unitConfiguration.syncQueue, { UnitSerNum, as });
    expect(messages.map(({ MessageType }) => MessageType)).toContain('BT');
    expect((await my.saveBluetooth(UnitSerNum, 'BP-2', macNumber(1))).status).toBe(200);
    expect((await list()).devices).toEqual([{ ...device, SerialNumber: 'BP-2' }]);
    expect((await my.deleteBluetooth(UnitSerNum, macNumber(1))).status).toBe(200);
    expect(await list()).toMatchObject({ synced: false, devices: [{ UpdateStatusName: 'Pending Delete' }] });
    expect((await my.deleteBluetooth(UnitSerNum, macNumber(1))).status).toBe(404);
    expect((await my.deleteBluetooth(UnitSerNum, macNumber(1), '1')).status).toBe(200);
    expect((await list()).devices).toEqual([{ ...device, SerialNumber: 'BP-2' }]);
    expect((await my.deleteBluetooth(UnitSerNum, macNumber(1), '1')).status).toBe(404);
    expect((await auditOf('unit', UnitSerNum)).map(({ action }) => action)).toEqual([
      ...['add accessory', 'edit accessory', 'delete accessory', 'restore accessory'],
    ]);
  });

  it('of another unit is moved only if the person agrees', async () => {
    const [from, to] = [await aVoiceUnit(), await aVoiceUnit()];
    await my.saveBluetooth(from.UnitSerNum, 'BP-3', macNumber(3));
    const asked = await my.saveBluetooth(to.UnitSerNum, 'BP-3', macNumber(3));
    expect([asked.status, asked.body.issues]).toEqual([409, [{ path: 'moveFrom', message: from.UnitSerNum }]]);
    expect((await my.saveBluetooth(to.UnitSerNum, 'BP-3', macNumber(3), from.UnitSerNum)).status).toBe(200);
    expect((await my.bluetooth(from.UnitSerNum)).devices).toMatchObject([{ UpdateStatusName: 'Pending Delete' }]);
    expect((await my.rf(from.UnitSerNum)).former).toMatchObject([
      { SerialNumber: 'BP-3', heldBy: { UnitSerNum: to.UnitSerNum } },
    ]);
  });

  it('is one of at most 16', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    for (let number = 0x20; number < 0x30; number++)
      expect((await my.saveBluetooth(UnitSerNum, `BP-${number}`, macNumber(number))).status).toBe(200);
    expect((await my.saveBluetooth(UnitSerNum, 'BP-X', macNumber(0x30))).status).toBe(413);
  });
});

describe('a unit that moves to another dealer', () => {
  it('takes its accessories along, but not the names of its zones nor what it had before', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const [kept, left] = [await aDevice(), await aDevice()];
    await my.add(UnitSerNum, 5, kept.SerialNumber);
    await my.add(UnitSerNum, 6, left.SerialNumber);
    await my.remove(UnitSerNum, 6, left.RFCode);
    await my.name(UnitSerNum, 5, "Rosa's bedroom");
    const until = new Date(Date.now() + 1).toISOString();
    await UnitEntity.patch({ UnitSerNum })
      .set({ DealerKey: 49, dealerPath: '/1/49/', formerDealers: [{ DealerKey: 220, until }] })
      .go();
    const next = accessoriesAs(await aUser({ dealer: 49, flags: ['UNIT_EDIT'] }));
    const { devices, zoneNames, former } = await next.rf(UnitSerNum);
    expect(devices[0]).toMatchObject({ SerialNumber: kept.SerialNumber, ZoneName: '' });
    expect([zoneNames, former]).toEqual([[], []]);
    expect((await call(accessories.rfDevices, { id: UnitSerNum, as })).status).toBe(404);
    // The former dealer learns no more of where its accessory is.
    const seen = await ask(accessories.look, { serial: kept.SerialNumber, as });
    expect(seen.heldBy).toBeUndefined();
    expect((await next.name(UnitSerNum, 5, 'Kitchen')).status).toBe(200);
    expect((await next.rf(UnitSerNum)).zoneNames).toEqual([{ Zone: 5, ZoneName: 'Kitchen' }]);
  });
});

it('hostile input is refused and changes nothing', async () => {
  const { UnitSerNum } = await aVoiceUnit();
  const { SerialNumber } = await aDevice();
  await my.add(UnitSerNum, 5, SerialNumber);
  const before = [await my.rf(UnitSerNum), await my.bluetooth(UnitSerNum)];
  const answers = await Promise.all([
    my.saveBluetooth(UnitSerNum, "=cmd|' /C calc'!A0", 'A0:B0:C0:00:00:99'),
    my.saveBluetooth(UnitSerNum, 'BP-9', '__proto__'),
    my.saveBluetooth(UnitSerNum, 'BP-9', 'constructor'),
    my.add(UnitSerNum, Number.NaN, SerialNumber),
    my.add(UnitSerNum, 6, '../../etc'),
    my.add(UnitSerNum, 6, SerialNumber, '<b>'),
    my.move(UnitSerNum, 5, 1e9, 'A1B2'),
    my.name(UnitSerNum, 5, 'a\u202eb'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
  expect([await my.rf(UnitSerNum), await my.bluetooth(UnitSerNum)]).toEqual(before);
});
