import { expect, it } from 'vitest';
import { profiles } from '#core/profiles/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { ENTITY_ATTRIBUTE } from '#data/kit/table-change.ts';
import { UnitConfigurationEntity } from '#data/unit-configuration/configurations.ts';
import { UnitEntity } from '#data/units/units.ts';
import { userStore } from '#data/users/users.ts';
import { seed as seedProfileItems } from '#scripts/seed/areas/profiles.ts';
import { seed as seedFleet } from '#scripts/seed/areas/units.ts';
import { seed as seedUsers } from '#scripts/seed/areas/users.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { seedSavedConfigurations } from '#scripts/seed/saved-configurations.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { ask } from '#support/call.ts';
import { expectFacetsToAgree } from '#support/facets.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { everyItem } from '#support/table-content.ts';

it('the seeded fleet has saved configurations of each state for each model, and a profile with two versions', async () => {
  const options = { count: 200, now: TODAY };
  await someDealers();
  for (const seed of [seedUsers, seedProfileItems, seedFleet]) await writeAll(await seed(options), () => {});
  await seedSavedConfigurations(options);
  const as = (await userStore.byName('dealer@northwind.example'))!;
  const saved = [...(await everyItem()).values()].filter((item) => item[ENTITY_ATTRIBUTE] === 'unitConfiguration');
  const found: string[] = [];
  for (const Item of saved) {
    const { UnitSerNum } = UnitConfigurationEntity.parse({ Item: Item as never }).data!;
    const { UnitModel } = (await UnitEntity.get({ UnitSerNum }).go()).data as UnitRecord;
    const { state, settings, reported } = await ask(unitConfiguration.get, { id: UnitSerNum, as });
    const { error } = settings.find(({ name }) => name === 'SpeakerVol')!;
    expect(reported?.revision).toBe(1);
    expect(error).toBe(state === 'refused' ? 'The speaker of this unit has 8 steps' : undefined);
    const { messages } = await ask(unitConfiguration.syncQueue, { UnitSerNum, as });
    expect(messages.length > 0).toBe(state === 'waiting' || state === 'forgotten');
    found.push(`${UnitModel}: ${state}`);
  }
  const expected = ['MXD-LTE', 'myConnect', 'myConnect Air'].flatMap((model) =>
    ['forgotten', 'in sync', 'refused', 'waiting'].map((state) => `${model}: ${state}`),
  );
  expect(found.sort()).toEqual(expected.sort());
  const { ProfileKey } = seedProfiles(TODAY).find(({ profile }) => profile.ProfileName === 'Northwind home')!.profile;
  const { items } = await ask(profiles.versions, { ProfileKey, as });
  expect(items.map(({ version }) => version)).toEqual([2, 1]);
  await expectFacetsToAgree(TODAY);
});
