import { expect, it } from 'vitest';
import { accessories } from '#core/accessories/contract.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { units } from '#core/units/contract.ts';
import { ask } from '#support/call.ts';
import { aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';

it('a unit has its dealer, SIMs, profile, accessories, schedule and caregivers [P2-E01]', async () => {
  const { unit } = await aWorld();
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
