import { beforeAll, describe, expect, it } from 'vitest';
import { type ProfileEvents, USUAL_EVENTS } from '#core/profiles/events.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { putProfile } from './a-profile.ts';

const [PLAIN, ALIKE] = [990_001, 990_002];
const owner = { DealerKey: 22, dealerPath: '/1/22/' };
const named = (...names: readonly string[]): ProfileEvents => ({
  categories: [
    ...USUAL_EVENTS.categories,
    ...names.map((CategoryName) => ({ CategoryName, Phone1: '8015550100', Phone2: '' })),
  ],
  groups: {},
});
/** The second is written with a Cyrillic letter: they were stored before both counted as one name. */
const alike = named('Family', 'Fаmily');

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  await putProfile(ALIKE, owner, { version: 1, Settings: {}, Events: alike });
});

/** Saves a unit as its page does after somebody chose a profile. */
async function chooses(profile: number, edit: (events: ProfileEvents) => ProfileEvents = (events) => events) {
  const plain = await putProfile(PLAIN, owner, { version: 1, Settings: {} });
  const unit = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE', UnitStatus: 9, FirmVer: '2.2.0.0.5', ...plain });
  const { UnitSerNum, UnitModel } = unit;
  const seen = await ask(unitConfiguration.get, { id: UnitSerNum, as });
  const template = await ask(unitConfiguration.template, { key: profile, UnitModel, UnitFirmVer: '2.2.0.0.5', as });
  return call(unitConfiguration.save, {
    ...{ model: 'MXD-LTE', UnitSerNum, revision: seen.revision, oldTabs: seen.tabs, newTabs: template.tabs },
    ...{ OldEvents: seen.Events, Events: edit(template.Events), newTemplateKey: profile, as },
  });
}

describe('a profile whose categories look alike by now', () => {
  it('is given to a unit on its page', async () => {
    const answer = await chooses(ALIKE);
    expect(answer).toMatchObject({
      status: 200,
      body: { ProfileKey: ALIKE, Events: { categories: alike.categories } },
    });
  });

  it('lets no further category look like another', async () => {
    expect(await chooses(ALIKE, () => named('Family', 'Fаmily', 'Fаmilу'))).toMatchObject({
      status: 422,
      body: {
        issues: [{ path: 'Events.categories.3.CategoryName', message: 'Another category has this name' }],
      },
    });
  });

  it('lets no unit with another profile have them', async () => {
    expect(await chooses(PLAIN, () => alike)).toMatchObject({ status: 422 });
  });
});
