import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { history } from '#core/history/contract.ts';
import { HOUR, instant } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerEntity, dealerStore } from '#data/dealers/dealers.ts';
import { saveConfiguration } from '#data/unit-configuration/save.ts';
import { unitFollower } from '#data/units/dealer-follower.ts';
import { moveUnit } from '#data/units/move-unit.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { runningScope } from '#support/world.ts';
import { runScript } from '../scripts/support.ts';
import { putProfile } from './a-profile.ts';

const PATHS = { 1: '/1/', 22: '/1/22/', 220: '/1/22/220/', 2201: '/1/22/220/2201/', 49: '/1/49/' } as const;
type Dealer = keyof typeof PATHS;

beforeAll(someDealers);

let lastKey = 90_400;
const aKey = () => ++lastKey;
const saveProfile = (key: number, DealerKey: Dealer, version: number, SpeakerVol: number, at?: number) =>
  putProfile(
    key,
    { DealerKey, dealerPath: PATHS[DealerKey] },
    { version, Settings: { SpeakerVol }, ...(at !== undefined && { savedAt: instant(at) }) },
  );
const aVoiceUnit = (dealer: Dealer, more: Partial<UnitRecord>) =>
  aUnit({ dealer, UnitModel: 'MXD-LTE', UnitStatus: 9, FirmVer: '2.2.0.0.5', ...more });
const person = (dealer: Dealer) => aUser({ dealer, flags: ['UNIT_VIEW', 'UNIT_EDIT'] });
const stored = async (UnitSerNum: string) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data as UnitRecord;

/** A move that has read the unit: what it does next is its transaction. */
async function begunMove(unit: UnitRecord, to: Dealer): Promise<() => Promise<void>> {
  const mover = await runningScope(await aUser({ dealer: 1, flags: ['UNIT_EDIT'] }));
  const [was, dealer] = [await stored(unit.UnitSerNum), await dealerStore.get(mover, to)];
  return () => moveUnit(mover, was, dealer, Date.now());
}
const move = async (unit: UnitRecord, to: Dealer) => (await begunMove(unit, to))();
async function read({ UnitSerNum }: UnitRecord, dealer: Dealer) {
  return ask(unitConfiguration.get, { id: UnitSerNum, as: await person(dealer) });
}
async function saves(unit: UnitRecord, dealer: Dealer, newTabs: Record<string, string | number | boolean>) {
  const { revision, tabs } = await read(unit, dealer);
  const given = { model: 'MXD-LTE' as const, UnitSerNum: unit.UnitSerNum, revision, oldTabs: tabs, newTabs };
  return ask(unitConfiguration.save, { ...given, as: await person(dealer) });
}
const sourcesIn = ({ settings }: Awaited<ReturnType<typeof read>>) => new Set(settings.map(({ source }) => source));

describe.each([
  ['another dealer', 22, 49],
  ['a sub-dealer', 22, 220],
  ['the dealer above', 220, 22],
] as const)('a unit that moves to %s', (_, from, to) => {
  it('keeps what its profile gave, as its own, and names the profile no more', async () => {
    const key = aKey();
    const unit = await aVoiceUnit(from, await saveProfile(key, from, 1, 7));
    const before = await read(unit, from);
    await move(unit, to);
    await saveProfile(key, from, 2, 2);
    const { ProfileKey, settings, ...after } = await read(unit, to);
    expect(ProfileKey).toBeUndefined();
    expect(after).toEqual({ ...after, tabs: before.tabs, Events: before.Events, revision: 0, state: 'not sent' });
    expect(after).not.toHaveProperty('savedAt');
    expect(sourcesIn({ settings, ...after })).toEqual(new Set(['unit']));
    const as = await person(to);
    const shown = await ask(units.get, { id: unit.UnitSerNum, as });
    for (const field of ['PTName', 'PTUnitFirmVer', 'ProfileTemplateKey']) expect(shown).not.toHaveProperty(field);
    expect(await ask(unitConfiguration.compareToTemplate, { UnitSerNum: unit.UnitSerNum, as })).toEqual({
      changes: [],
    });
  });

  it('keeps what was saved, with its revision, whatever the former dealer does with the profile', async () => {
    const key = aKey();
    const unit = await aVoiceUnit(from, await saveProfile(key, from, 1, 7));
    const { savedAt, tabs } = await saves(unit, from, { MicVol: 3 });
    await move(unit, to);
    await saveProfile(key, from, 2, 2);
    const after = await read(unit, to);
    expect(after).toMatchObject({ revision: 1, savedAt, tabs, state: 'waiting' });
    expect(after.tabs).toMatchObject({ SpeakerVol: 7, MicVol: 3 });
    expect(sourcesIn(after)).toEqual(new Set(['unit']));
    const next = await saves(unit, to, { SpeakerVol: 5 });
    expect(next).toMatchObject({ revision: 2, tabs: { ...tabs, SpeakerVol: 5 } });
    const changed = (await auditOf('unit', unit.UnitSerNum)).filter(({ action }) => action === 'change configuration');
    expect(changed.find(({ dealerKey }) => dealerKey === to)).toMatchObject({
      before: { SpeakerVol: ['7'] },
      after: { SpeakerVol: ['5'], revision: 2 },
    });
  });
});

describe('a profile', () => {
  it.each([
    ['of dealer 1', 1, 22, 49],
    ['of the new dealer', 220, 22, 220],
    ['of a dealer above both', 22, 220, 2201],
  ] as const)('%s stays that of the unit', async (_, owner, from, to) => {
    const key = aKey();
    const profile = await saveProfile(key, owner, 1, 7);
    const unit = await aVoiceUnit(from, profile);
    await saves(unit, 22, { MicVol: 3 });
    await move(unit, to);
    expect(await stored(unit.UnitSerNum)).toMatchObject(profile);
    const after = await read(unit, to);
    expect(after).toMatchObject({ revision: 1, ProfileKey: key, tabs: { SpeakerVol: 7, MicVol: 3 } });
    expect(sourcesIn(after)).toEqual(new Set(['profile', 'unit']));
  });

  it('can be chosen again after the move, also before the first save', async () => {
    const unit = await aVoiceUnit(22, await saveProfile(aKey(), 22, 1, 7));
    await move(unit, 49);
    const key = aKey();
    await saveProfile(key, 49, 1, 4);
    const { revision, tabs } = await read(unit, 49);
    const given = { model: 'MXD-LTE' as const, UnitSerNum: unit.UnitSerNum, revision, oldTabs: tabs, newTabs: {} };
    const next = await ask(unitConfiguration.save, { ...given, newTemplateKey: key, as: await person(49) });
    expect(next).toMatchObject({ revision: 1, ProfileKey: key, tabs: { SpeakerVol: 4 } });
    expect(sourcesIn(next)).toEqual(new Set(['profile']));
    expect(await stored(unit.UnitSerNum)).toMatchObject({ PTName: 'Homes of 49' });
  });

  it('that a unit leaves behind is in the audit of the former dealer only', async () => {
    const unit = await aVoiceUnit(22, await saveProfile(aKey(), 22, 1, 7));
    await move(unit, 49);
    const entries = await auditOf('unit', unit.UnitSerNum);
    expect(entries.find(({ dealerKey }) => dealerKey === 22)).toMatchObject({ before: { PTName: 'Homes of 22' } });
    expect(JSON.stringify(entries.filter(({ dealerKey }) => dealerKey === 49))).not.toContain('Homes of 22');
  });
});

describe('a unit whose dealer moves', () => {
  const MOVED = Date.parse('2026-11-20T12:00:00Z');
  const follows = async (unit: UnitRecord, DealerKey: number, from: string, to: string) => {
    await DealerEntity.patch({ DealerKey }).set({ dealerPath: to, tree: 'all' }).go();
    const { left } = await unitFollower.step({ DealerKey, from, to, startedAt: instant(MOVED) }, undefined);
    expect(left).toEqual([]);
    expect(await stored(unit.UnitSerNum)).toMatchObject({ dealerPath: to });
  };
  afterEach(() => DealerEntity.patch({ DealerKey: 2201 }).set({ dealerPath: PATHS[2201], tree: 'all' }).go());

  it.each([0, 1])(
    'leaves the profile of a dealer behind that is no longer above it, after revision %i',
    async (saved) => {
      const key = aKey();
      const unit = await aVoiceUnit(2201, await saveProfile(key, 22, 1, 7));
      if (saved > 0) await saves(unit, 22, { MicVol: 3 });
      const { tabs } = await read(unit, 22);
      await follows(unit, 2201, PATHS[2201], '/1/49/2201/');
      await saveProfile(key, 22, 2, 2);
      expect(await stored(unit.UnitSerNum)).not.toHaveProperty('PTName');
      const after = await read(unit, 49);
      expect(after).toMatchObject({ revision: saved, tabs });
      expect(sourcesIn(after)).toEqual(new Set(['unit']));
    },
  );

  it('has nothing of what a dealer that is no longer above it saves in its profile before the unit has followed', async () => {
    const key = aKey();
    await saveProfile(key, 22, 1, 6, MOVED - 2 * HOUR);
    const unit = await aVoiceUnit(2201, await saveProfile(key, 22, 2, 7, MOVED - HOUR));
    await saveProfile(key, 22, 3, 3, MOVED + 1);
    await saveProfile(key, 22, 4, 2, MOVED + 2);
    await follows(unit, 2201, PATHS[2201], '/1/49/2201/');
    expect(await read(unit, 49)).toMatchObject({ revision: 0, tabs: { SpeakerVol: 7 } });
  });

  it('names the profile that it leaves in the audit of the dealer of that profile only', async () => {
    const unit = await aVoiceUnit(2201, await saveProfile(aKey(), 22, 1, 7));
    await follows(unit, 2201, PATHS[2201], '/1/49/2201/');
    const entries = await auditOf('unit', unit.UnitSerNum);
    expect(entries).toMatchObject([
      { dealerKey: 22, action: 'leave profile', actorKey: 'system', before: { PTName: 'Homes of 22' } },
    ]);
    const readBy = async (dealer: Dealer) =>
      JSON.stringify(
        await ask(history.chlogProfileUnitData, {
          ...{ id: unit.UnitSerNum, startDate: instant(Date.now() - HOUR), endDate: instant(Date.now() + HOUR) },
          as: await aUser({ dealer }),
        }),
      );
    expect(await readBy(1)).toContain('Homes of 22');
    expect(await readBy(49)).not.toContain('Homes of 22');
  });

  it('keeps a profile of that dealer, and follows it', async () => {
    const key = aKey();
    const profile = await saveProfile(key, 2201, 1, 7);
    const unit = await aVoiceUnit(2201, profile);
    await follows(unit, 2201, PATHS[2201], '/1/49/2201/');
    expect(await auditOf('unit', unit.UnitSerNum)).toEqual([]);
    await saveProfile(key, 2201, 2, 2);
    expect(await stored(unit.UnitSerNum)).toMatchObject(profile);
    expect(await read(unit, 49)).toMatchObject({ revision: 0, ProfileKey: key, tabs: { SpeakerVol: 2 } });
  });
});

it('units that kept a profile of a dealer that is not above them leave it once `npm run upgrade:table` has run, and no others', async () => {
  const key = aKey();
  const foreign = await saveProfile(key, 22, 1, 7);
  const [unsaved, saved, below, standard, following, gone] = await Promise.all([
    aVoiceUnit(49, foreign),
    aVoiceUnit(22, foreign),
    aVoiceUnit(2201, foreign),
    aVoiceUnit(49, await saveProfile(aKey(), 1, 1, 7)),
    aVoiceUnit(2201, { ...foreign, dealerPath: '/1/49/2201/' }),
    aVoiceUnit(49, { ...foreign, ProfileTemplateKey: aKey() }),
  ]);
  await saves(saved, 22, { MicVol: 3 });
  await UnitEntity.patch({ UnitSerNum: saved.UnitSerNum }).set({ DealerKey: 49, dealerPath: PATHS[49] }).go();
  const { tabs } = await read(saved, 49);
  const others = [below, standard, following, gone];
  const storedOthers = () => Promise.all(others.map(({ UnitSerNum }) => stored(UnitSerNum)));
  const before = await storedOthers();
  const upgrade = () => runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
  const { code, stdout, stderr } = await upgrade();
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^2 units left a profile of a dealer that is not above them$/m);
  await saveProfile(key, 22, 2, 2);
  for (const [unit, revision] of [[unsaved, 0] as const, [saved, 1] as const]) {
    expect(await stored(unit.UnitSerNum)).not.toHaveProperty('PTName');
    const after = await read(unit, 49);
    expect(after).toMatchObject({ revision, tabs: revision === 0 ? { SpeakerVol: 7 } : tabs });
    expect(sourcesIn(after)).toEqual(new Set(['unit']));
    const left = (await auditOf('unit', unit.UnitSerNum)).filter(({ action }) => action === 'leave profile');
    expect(left).toMatchObject([{ dealerKey: 22, before: { PTName: 'Homes of 22' } }]);
  }
  expect(await storedOthers()).toEqual(before);
  expect((await upgrade()).stdout).toMatch(/^0 units left a profile of a dealer that is not above them$/m);
}, 120_000);

describe('a move', () => {
  it.each([0, 1])('takes along what somebody saves at the same moment, after revision %i', async (revision) => {
    const unit = await aVoiceUnit(22, await saveProfile(aKey(), 22, 1, 7));
    if (revision > 0) await saves(unit, 22, { MicVol: 3 });
    const { tabs } = await read(unit, 22);
    const given = { model: 'MXD-LTE' as const, UnitSerNum: unit.UnitSerNum, revision, oldTabs: tabs };
    const as = await person(22);
    const moves = await begunMove(unit, 49);
    beforeNextTransaction(() => ask(unitConfiguration.save, { ...given, newTabs: { MicVol: 2 }, as }));
    await moves();
    const after = await read(unit, 49);
    expect(after).toMatchObject({ revision: revision + 1, tabs: { SpeakerVol: 7, MicVol: 2 } });
    expect(sourcesIn(after)).toEqual(new Set(['unit']));
  });

  it('leaves a profile behind that somebody assigns at the same moment', async () => {
    const unit = await aVoiceUnit(22, await saveProfile(aKey(), 1, 1, 7));
    const key = aKey();
    await saveProfile(key, 22, 1, 4);
    const { revision, tabs } = await read(unit, 22);
    const given = { model: 'MXD-LTE' as const, UnitSerNum: unit.UnitSerNum, revision, oldTabs: tabs, newTabs: {} };
    const as = await person(22);
    const moves = await begunMove(unit, 49);
    beforeNextTransaction(() => call(unitConfiguration.save, { ...given, newTemplateKey: key, as }));
    await moves();
    expect(await read(unit, 49)).toMatchObject({ revision: 1, tabs: { SpeakerVol: 4 } });
    expect(await stored(unit.UnitSerNum)).not.toHaveProperty('PTName');
    const moved = (await auditOf('unit', unit.UnitSerNum)).find(({ action }) => action === 'move unit');
    expect(moved).toMatchObject({ before: { PTName: 'Homes of 22' } });
  });

  it('lets nobody store a configuration for the former dealer afterwards', async () => {
    const unit = await aVoiceUnit(22, await saveProfile(aKey(), 22, 1, 7));
    const { revision, tabs } = await read(unit, 22);
    const scope = await runningScope(await person(22));
    const wanted = { revision, oldTabs: tabs, newTabs: { MicVol: 2 } };
    beforeNextTransaction(() => move(unit, 49));
    await expect(saveConfiguration(scope, await stored(unit.UnitSerNum), wanted, Date.now())).rejects.toThrow(
      withMessage('The unit changed meanwhile'),
    );
    expect((await read(unit, 49)).tabs).toEqual(tabs);
  });

  it('there and back twice changes no value and no revision', async () => {
    const unit = await aVoiceUnit(22, await saveProfile(aKey(), 22, 1, 7));
    const { tabs, Events } = await saves(unit, 22, { MicVol: 3 });
    for (const dealer of [49, 22, 49, 22] as const) await move(unit, dealer);
    expect(await read(unit, 22)).toMatchObject({ revision: 1, tabs, Events });
  });
});
