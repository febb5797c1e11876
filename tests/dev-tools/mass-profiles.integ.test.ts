import { beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { devTools } from '#core/dev-tools/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { seed as profileItems } from '#scripts/seed/areas/profiles.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { rowsOf, runToEnd, sentFor } from '../bulk-actions/query-support.ts';
import { detailOf, work } from '../bulk-actions/support.ts';

type SeededProfile = ReturnType<typeof seedProfiles>[number];

let as: UserRecord;
const FLAGS = ['ENGINEER', 'UNIT_EDIT', 'BULK_ACTIONS'] as const;
const [{ profile: first }, { profile: other, content }] = seedProfiles(Date.now()).filter(
  ({ profile }) => profile.UnitModel === 'MXD-LTE' && profile.DealerKey === 1,
) as [SeededProfile, SeededProfile];

beforeAll(async () => {
  await someDealers();
  await writeAll(await profileItems({ now: Date.now(), count: 0 }), () => {});
  as = await aUser({ dealer: 22, flags: [...FLAGS] });
});

const aVoiceUnit = async (dealer = 220) =>
  (
    await aUnit({
      dealer,
      UnitModel: 'MXD-LTE',
      UnitStatus: 9,
      FirmVer: other.UnitFirmVer,
      ProfileTemplateKey: first.ProfileKey,
    })
  ).UnitSerNum;
const start = (units: readonly string[], by = as) =>
  ask(devTools.massUpdateUnitProfiles, {
    ...{ UnitModel: 'MXD-LTE' as const, ProfileKey: other.ProfileKey, units: [...units], as: by },
  });
async function update(units: readonly string[]) {
  const { bchKey } = await start(units);
  await runToEnd(bchKey);
  return { bulkAction: (await detailOf(as, bchKey)).bulkAction, rows: await rowsOf(as, bchKey) };
}
const configurationOf = (id: string) => ask(unitConfiguration.get, { id, as });

describe('a mass update of profiles', () => {
  it('gives the profile to each unit, and tells the outcome of each [P3-C67]', async () => {
    const [changed, foreign] = [await aVoiceUnit(), await aVoiceUnit(49)];
    const { UnitSerNum: wearable } = await aUnit({ dealer: 220, UnitModel: 'myConnect' });
    const { tabs: before, Events } = await configurationOf(changed);
    const own = { CategoryName: 'Own category', Phone1: '8015550100', Phone2: '' };
    await ask(unitConfiguration.save, {
      ...{
        model: 'MXD-LTE' as const,
        UnitSerNum: changed,
        revision: 0,
        oldTabs: before,
        newTabs: { SpeakerVol: 8 },
        Events: { ...Events, categories: [...Events.categories, own] },
        as,
      },
    });
    const { bulkAction, rows } = await update([changed, foreign, wearable, 'ZZZZZ9', changed]);
    expect(bulkAction).toMatchObject({
      ...{ state: 'finished', total: 4, done: 1, failed: 3, matching: 'a list of 4 serial numbers' },
      value: { ProfileName: other.ProfileName },
    });
    const outcomes = new Map(rows.map(({ UnitSerNum, state, reason }) => [UnitSerNum, reason ?? state]));
    expect(Object.fromEntries(outcomes)).toEqual({
      [changed]: 'done',
      [foreign]: 'There is no such unit',
      [wearable]: 'The unit is a myConnect, not a MXD-LTE',
      ZZZZZ9: 'There is no such unit',
    });
    const now = await configurationOf(changed);
    expect([now.ProfileKey, now.revision]).toEqual([other.ProfileKey, 2]);
    expect(now.settings.filter(({ source }) => source === 'unit')).toEqual([]);
    expect(now.Events).toEqual(content.Events);
    expect(await auditOf('unit', changed)).toContainEqual(
      expect.objectContaining({
        action: 'change configuration',
        actorKey: as.UserKey,
        after: expect.objectContaining({ PTName: other.ProfileName }),
      }),
    );
    expect((await UnitEntity.get({ UnitSerNum: foreign }).go()).data!.ProfileTemplateKey).toBe(first.ProfileKey);
  });

  it('that is started twice changes each unit once', async () => {
    const units = [await aVoiceUnit(), await aVoiceUnit()];
    expect((await update(units)).bulkAction).toMatchObject({ done: 2, already: 0 });
    expect((await update(units)).bulkAction).toMatchObject({ done: 2, already: 2 });
    for (const UnitSerNum of units) expect((await configurationOf(UnitSerNum)).revision).toBe(1);
  });

  it('takes each serial number of a list that many pages hold once, whatever comes twice', async () => {
    const units = [await aVoiceUnit(), ...Array.from({ length: 200 }, (_, index) => String(500_000 + index))];
    const { bchKey } = await start(units);
    const messages = await sentFor(bchKey);
    for (const message of [...messages, ...messages]) expect(await work(message)).toEqual([]);
    expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ state: 'queued', total: 201, done: 0 });
    const shares = await sentFor(bchKey);
    for (const share of [...shares, ...shares]) expect(await work(share)).toEqual([]);
    expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ state: 'finished', done: 1, failed: 200 });
    expect((await rowsOf(as, bchKey)).map(({ UnitSerNum }) => UnitSerNum)).toEqual(units.toSorted());
  });

  it('is paused, resumed and cancelled also while its list is taken', async () => {
    const units = [await aVoiceUnit(), await aVoiceUnit()];
    const { bchKey } = await start(units);
    await ask(bulkActions.pause, { bchKey, as });
    expect(await sentFor(bchKey)).toEqual([]);
    await ask(bulkActions.resume, { bchKey, as });
    for (const message of await sentFor(bchKey)) expect(await work(message)).toEqual([]);
    await ask(bulkActions.cancel, { bchKey, as });
    expect(await sentFor(bchKey)).toEqual([]);
    for (const UnitSerNum of units) expect((await configurationOf(UnitSerNum)).revision).toBe(0);
  });

  it('stops at the first row for which the user who started it has lost the right', async () => {
    const starter = await aUser({ dealer: 22, flags: [...FLAGS] });
    const unit = await aVoiceUnit();
    const { bchKey } = await start([unit], starter);
    for (const message of await sentFor(bchKey)) expect(await work(message)).toEqual([]);
    await UserEntity.patch({ UserKey: starter.UserKey })
      .set({ flags: ['ENGINEER', 'BULK_ACTIONS'] })
      .go();
    for (const message of await sentFor(bchKey)) expect(await work(message)).toEqual([]);
    expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ state: 'stopped', done: 0, failed: 0 });
    expect((await configurationOf(unit)).revision).toBe(0);
  });

  it('is refused with a profile of another model, with too many units, and without the rights of bulk actions', async () => {
    const unit = await aVoiceUnit();
    const asked = { UnitModel: 'MXD-LTE' as const, ProfileKey: other.ProfileKey, units: [unit], as };
    const start = async (given: object) => {
      const { status, body } = await call(devTools.massUpdateUnitProfiles, { ...asked, ...given });
      return [status, body.issues?.[0]?.message ?? body.message];
    };
    expect(await start({ UnitModel: 'myConnect' })).toEqual([404, 'There is no such profile for this model']);
    const many = Array.from({ length: 10_001 }, (_, index) => String(400_000 + index));
    expect(await start({ units: many })).toEqual([422, 'At most 10,000 units at a time']);
    expect((await start({ units: many.slice(1) }))[0]).toBe(200);
    const without = await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] });
    expect(await start({ as: without })).toEqual([422, 'You may not do this with units']);
  });
});
