import { beforeAll, expect, it } from 'vitest';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runScript } from '../scripts/support.ts';

beforeAll(someDealers);

it('profiles from before the index by firmware are offered once `npm run upgrade:table` has run', async () => {
  const [first] = seedProfiles(Date.now()).filter(({ profile }) => profile.UnitModel === 'MXD-LTE');
  const UnitFirmVer = '7.7.7';
  const profile = { ...first!.profile, DealerKey: 22, dealerPath: '/1/22/', UnitFirmVer };
  const stored = [
    { ...profile, ProfileKey: 880_001, ProfileName: 'Stored early' },
    { ...profile, ProfileKey: 880_003, ProfileName: 'Without dots', UnitModel: 'myConnect', UnitFirmVer: '423137' },
    { ...profile, ProfileKey: 880_002, ProfileName: 'Disabled', PTStatus: 17 },
  ].map((one) => itemOf(ProfileEntity, one));
  await writeAll(
    stored.map(({ gsi3pk: _pk, gsi3sk: _sk, firmwareOrder: _order, ...early }) => early),
    () => {},
  );
  const [unit, as] = await Promise.all([
    aUnit({ dealer: 22, UnitModel: 'MXD-LTE', FirmVer: UnitFirmVer }),
    aUser({ dealer: 22, flags: ['UNIT_VIEW'] }),
  ]);
  const wearable = await aUnit({ dealer: 22, UnitModel: 'myConnect', FirmVer: '4.2.31.3.7' });
  const offered = async ({ UnitSerNum } = unit) =>
    (await ask(unitConfiguration.unitProfiles, { UnitSerNum, as })).currentVersionOptions;
  expect(await offered()).toEqual([]);
  const { code, stdout, stderr } = await runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^\d+ profiles are in the index$/m);
  expect((await offered()).map(({ ProfileName }) => ProfileName)).toEqual(['Stored early']);
  expect((await offered(wearable)).map(({ ProfileName }) => ProfileName)).toEqual(['Without dots']);
  const { data: disabled } = await ProfileEntity.query
    .byFirmware({ DealerKey: 22, UnitModel: 'MXD-LTE', PTStatus: 17 })
    .go();
  expect(disabled).toMatchObject([{ ...profile, ProfileKey: 880_002, ProfileName: 'Disabled', PTStatus: 17 }]);
}, 60_000);
