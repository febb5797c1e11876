import { beforeAll, expect, it } from 'vitest';
import { accessories } from '#core/accessories/contract.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { sims } from '#core/sims/contract.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { ask, call } from '#support/call.ts';
import { aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';

let unit: UnitRecord;
beforeAll(async () => {
  ({ unit } = await aWorld());
});

it('a unit has its dealer, SIMs, profile, accessories, schedule and caregivers [P2-E01]', async () => {
  const { UnitSerNum } = unit;
  const as = await aUser({ dealer: 220 });
  await ask(reminders.schedule, {
    ...{ UnitSerNum, Message: 'TakeMedication', MessageTime: 'immediately', timeZone: 'UTC', replace: true, as },
  });

  const { Unit } = await ask(units.get, { id: UnitSerNum, as });
  expect(Unit.DealerKey).toBe(220);
  expect(new Set([Unit.ICCID1, Unit.ICCID2]).size).toBe(2);
  expect([Unit.ICCID1, Unit.ICCID2]).not.toContain(undefined);
  const configuration = await ask(unitConfiguration.get, { id: UnitSerNum, as });
  expect(configuration.tabs).not.toEqual({});
  const rf = await ask(accessories.rfDevices, { id: UnitSerNum, as });
  expect(rf.devices.map(({ SerialNumber }) => SerialNumber)).toEqual(expect.arrayContaining(['P99001', 'P99003']));
  const bt = await ask(accessories.bluetoothDevices, { UnitSerNum, as });
  expect(bt.devices).toHaveLength(1);
  const { items } = await ask(reminders.list, { UnitSerNum, as });
  expect(items.map(({ Message }) => Message)).toContain('TakeMedication');
  const { assigned } = await ask(caregivers.list, { id: UnitSerNum, as });
  expect(assigned.map(({ Name }) => Name)).toEqual(['Rosa Willow']);
});

it('a unit of a dealer is managed with its SIM line, power, customer and caregivers [P3-E01]', async () => {
  const { UnitSerNum } = unit;
  const [own, above, beside] = await Promise.all([220, 22, 49].map((dealer) => aUser({ dealer })));
  const managed = [
    [units.get, { id: UnitSerNum }],
    [sims.simData, { id: UnitSerNum }],
    [caregivers.customer, { UnitSerNum }],
    [caregivers.list, { id: UnitSerNum }],
  ] as const;
  for (const [endpoint, input] of managed) {
    for (const as of [own!, above!]) expect((await call(endpoint, { ...input, as })).status).toBe(200);
    expect((await call(endpoint, { ...input, as: beside! })).status).toBe(404);
  }
  const { slot1 } = await ask(sims.simData, { id: UnitSerNum, as: own! });
  expect(slot1).toMatchObject({ iccid: unit.ICCID1 });
  await ask(unitActions.changeBattery, { UnitSerNum, battery: 1, as: above! });
  const { Unit, UnitDetailTable } = await ask(units.get, { id: UnitSerNum, as: own! });
  expect([Unit.DealerKey, UnitDetailTable.newBattery?.battery]).toEqual([220, 1]);
});
