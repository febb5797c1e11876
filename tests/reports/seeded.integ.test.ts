import { expect, it } from 'vitest';
import { reports } from '#core/reports/contract.ts';
import { failedPings, missedFact } from '#core/reports/definitions/pings.ts';
import { ENTITY_ATTRIBUTE } from '#data/kit/table-change.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { seed as seedCaregivers, seededCaregivers } from '#scripts/seed/areas/caregivers.ts';
import { seed as seedFleet } from '#scripts/seed/areas/units.ts';
import { seedReportFacts } from '#scripts/seed/report-facts.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { ask } from '#support/call.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { changesBetween, everyItem } from '#support/table-content.ts';

it('the seeded fleet is in the reports on what is true of it, as if the portal had noticed', async () => {
  const options = { count: 120, now: TODAY };
  await someDealers();
  for (const items of [seedFleet(options), seedCaregivers(options), seedReportFacts(options)])
    await writeAll(await items, () => {});
  const as = await aUser({ dealer: 1, flags: ['REPORTS', 'CAREGIVER'] });

  const missing = [...seedUnits(options)].filter((unit) => !missedFact(unit, TODAY).gone);
  expect(missing.length).toBeGreaterThan(3);
  const { items } = await ask(reports.failedPings, { as, pageSize: 100 });
  expect(items.map(({ UnitSerNum }) => UnitSerNum).sort()).toEqual(missing.map(({ UnitSerNum }) => UnitSerNum).sort());

  const caregivers = await ask(reports.caregivers, { as, pageSize: 100 });
  const names = [...seededCaregivers(options)].map(({ caregiver }) => caregiver.Name);
  expect(caregivers.items).toHaveLength(Math.min(names.length, 100));
  expect(names).toEqual(expect.arrayContaining(caregivers.items.map(({ facts }) => facts.caregiver)));

  // What the portal notices itself changes nothing.
  const before = await everyItem();
  for (const unit of missing) await recordFact(unit.UnitSerNum, failedPings, missedFact(unit, TODAY), TODAY);
  expect(changesBetween(before, await everyItem())).toEqual([]);
  expect([...before.values()].filter((item) => item[ENTITY_ATTRIBUTE] === 'reportFact').length).toBeGreaterThan(0);
});
