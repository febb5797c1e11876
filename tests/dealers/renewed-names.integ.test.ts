import { beforeAll, expect, it } from 'vitest';
import { dealers } from '#core/dealers/contract.ts';
import { units } from '#core/units/contract.ts';
import { DealerEntity, DealerNameEntity, reservedNameKey } from '#data/dealers/dealers.ts';
import { ProfileEntity, ProfileNameEntity } from '#data/profiles/profiles.ts';
import { UnitViewEntity } from '#data/units/views.ts';
import { DEALERS, dealerItem } from '#scripts/seed/dealers.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runScript } from '../scripts/support.ts';

/** U+066D looks like an asterisk. Names with it were compared by itself. */
const NAME = 'Star \u066d';
const FORMER = 'star \u066d';
const NOW = 'star *';

const upgrade = () => runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
const reservedBelow = async (parent: number) => {
  const { data } = await DealerNameEntity.query.dealerName({ parent }).go({ consistent: true });
  return new Map(data.map(({ name, DealerKey }) => [name, DealerKey]));
};

/** A dealer below dealer 49, with its name reserved under `names`. */
async function aDealer(DealerKey: number, DealerName: string, names: readonly string[]) {
  const seeded = DEALERS.find((one) => one.DealerKey === 49)!;
  const dealer = { ...dealerItem(seeded), DealerKey, DealerName, DealerParent: 49, dealerPath: `/1/49/${DealerKey}/` };
  const { DealerBillingCode: _code, ...stored } = dealer as typeof dealer & { DealerBillingCode?: string };
  await writeAll(
    [
      itemOf(DealerEntity, stored),
      ...names.map((name) => itemOf(DealerNameEntity, { ...reservedNameKey(dealer), name })),
    ],
    () => {},
  );
}

beforeAll(someDealers);

it('names that were reserved by their former looks are reserved by those of now once `npm run upgrade:table` has run', async () => {
  await aDealer(4901, NAME, [FORMER]);
  // Renamed since: only its former name is reserved as before.
  await aDealer(4902, 'Renamed', [`former ${FORMER}`, 'renamed']);
  const [first] = seedProfiles(Date.now()).filter(({ profile }) => profile.UnitModel === 'MXD-LTE');
  const profile = { ...first!.profile, DealerKey: 22, dealerPath: '/1/22/', ProfileKey: 880_001, ProfileName: NAME };
  const { UnitModel, UnitFirmVer, ProfileKey } = profile;
  const as = await aUser({ dealer: 49, flags: ['UNIT_EDIT'] });
  const view = { parameters: { tag: 'pilot' }, savedBy: 'Ann Lee', name: NAME, key: FORMER };
  await writeAll(
    [
      itemOf(ProfileEntity, profile),
      itemOf(ProfileNameEntity, { DealerKey: 22, UnitModel, UnitFirmVer, ProfileKey, name: FORMER }),
      ...[`user ${as.UserKey}`, 'dealer 49'].map((owner) => itemOf(UnitViewEntity, { ...view, owner })),
    ],
    () => {},
  );

  const { code, stdout, stderr } = await upgrade();
  expect(code, stderr).toBe(0);
  const renewed = (of: string, count: number) =>
    new RegExp(`^${count} names of ${of} are compared by their looks of this version$`, 'm');
  for (const [of, count] of [
    ['dealers', 2],
    ['profiles', 1],
    ['views', 2],
  ] as const)
    expect(stdout).toMatch(renewed(of, count));

  const reserved = await reservedBelow(49);
  expect(reserved).toEqual(
    new Map([
      [NOW, 4901],
      ['renamed', 4902],
    ]),
  );
  const { data: profileNames } = await ProfileNameEntity.query.profileName({ DealerKey: 22, UnitModel }).go();
  expect(profileNames).toMatchObject([{ name: NOW, ProfileKey, UnitFirmVer }]);
  for (const shared of [false, true]) {
    await ask(units.saveView, { name: 'Star *', parameters: { tag: 'other' }, shared, as });
    expect((await ask(units.views, { as })).views.filter((one) => one.shared === shared)).toMatchObject([
      { name: 'Star *', parameters: { tag: 'other' } },
    ]);
  }
  const again = (await upgrade()).stdout;
  for (const of of ['dealers', 'profiles', 'views']) expect(again).toMatch(renewed(of, 0));
}, 120_000);

it('names that look alike by now are left until one of them is changed', async () => {
  await aDealer(4903, 'Moon *', ['moon *']);
  await aDealer(4904, 'Moon \u066d', ['moon \u066d']);
  const { code, stderr } = await upgrade();
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'These names look alike. Rename or delete one of each, then run this again:\ndealer 4904 "Moon \u066d" looks like dealer 4903\n',
  });
  const as = await aUser({ dealer: 1, flags: ['ADMIN', 'ADMIN_DEALER_ADD'] });
  await ask(dealers.update, { DealerKey: 4904, DealerName: 'Sun', as });
  expect(await upgrade()).toMatchObject({ code: 0, stderr: '' });
  const reserved = await reservedBelow(49);
  expect([reserved.get('moon *'), reserved.get('moon \u066d'), reserved.get('sun')]).toEqual([4903, undefined, 4904]);
}, 120_000);

it('a dealer that is renamed before the upgrade frees its own name, not the one of a dealer that looks like it', async () => {
  await aDealer(4905, 'Sea *', ['sea *']);
  await aDealer(4906, 'Sea \u066d', ['sea \u066d']);
  const as = await aUser({ dealer: 1, flags: ['ADMIN', 'ADMIN_DEALER_ADD'] });
  await ask(dealers.update, { DealerKey: 4906, DealerName: 'Lake', as });
  const reserved = await reservedBelow(49);
  expect([reserved.get('sea *'), reserved.get('sea \u066d'), reserved.get('lake')]).toEqual([4905, undefined, 4906]);
});
