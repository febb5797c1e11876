import { expect, it } from 'vitest';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { instant } from '#core/time.ts';
import { UnitEntity } from '#data/units/units.ts';
import { seedOpenAlarms } from '#scripts/seed/open-alarms.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

it('a new portal has two open alarms, which an operator sees and takes', async () => {
  await someDealers();
  const options = { count: 400, now: Date.now() };
  await writeAll([...seedUnits(options)].map((unit) => itemOf(UnitEntity, unit)) as never, () => {});
  await seedOpenAlarms(options);
  const operator = await aUser({ dealer: 22, type: 4, flags: [] });
  const { items } = await ask(monitoringCenters.operatorBoard, { as: operator });
  const alarms = items.flatMap((entry) => entry.alarms);
  expect(alarms.map(({ eventType }) => eventType)).toEqual(['Event 101', 'Event 110']);
  for (const { UnitSerNum, timeStamp, sequence, phoneNumber } of alarms) {
    expect(phoneNumber).toMatch(/^\d{10,}$/);
    expect(timeStamp < instant(options.now)).toBe(true);
    await ask(monitoringCenters.changeAlarm, {
      ...{ UnitSerNum, timeStamp, sequence, version: 0, action: 'take' },
      as: operator,
    });
  }
});
