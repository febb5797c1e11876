import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { sentenceOf } from '#core/audit/sentence.ts';
import { profiles } from '#core/profiles/contract.ts';
import { inCategory } from '#core/profiles/events.ts';
import type { Profile } from '#core/profiles/profile.ts';
import { instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { profileFollower } from '#data/profiles/dealer-follower.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { seed as seedProfiles } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import type { Input } from '#web/lib/api/api.ts';

const STANDARD = standardProfileKey('MXD-LTE', 'Standard');

let root: UserRecord;
let northwind: UserRecord;
let oregon: UserRecord;
let cedar: UserRecord;

beforeAll(async () => {
  await someDealers();
  await writeAll(await seedProfiles({ count: 0, now: TODAY }), () => {});
  const flags = ['PROFILE_EDIT', 'ADMIN'] as const;
  root = await aUser({ dealer: 1, flags: [...flags] });
  northwind = await aUser({ dealer: 22, flags: [...flags] });
  oregon = await aUser({ dealer: 220, flags: [...flags] });
  cedar = await aUser({ dealer: 49, flags: [...flags] });
});

/** The input that saves a profile as it is, as its next version. */
const asItIs = (profile: Profile): Input<typeof profiles.save> => ({
  saveMethod: 'profile',
  profData: { ProfileKey: profile.ProfileKey, UnitModel: profile.UnitModel, UnitFirmVer: profile.UnitFirmVer },
  newestRevision: profile.version,
  newData: profile.Settings,
  events: profile.Events,
  newLineID: profile.LineID,
  newLabel: profile.Label,
  newSimOptions: profile.SimOptions === 2 ? 2 : 1,
  newUnitIDOptions: profile.UnitIDOptions,
  newUIDLength: profile.UIDLength,
});

const asNew = (profile: Profile, newName: string): Input<typeof profiles.save> => ({
  ...asItIs(profile),
  saveMethod: 'newProfile',
  newName,
});

/** A new profile of the user's dealer, made from the standard one. */
async function aProfile(as: UserRecord, name: string): Promise<Profile> {
  const standard = await ask(profiles.get, { ProfileKey: STANDARD, as });
  return ask(profiles.save, { ...asNew(standard, name), as });
}

const withSettings = (profile: Profile, settings: Profile['Settings']) => ({
  ...asItIs(profile),
  newData: { ...profile.Settings, ...settings },
});

describe('the list of profiles', () => {
  it('shows the profiles of a model, of the own dealers or of dealer 1 [P2-C77 P2-E34]', async () => {
    const own = await ask(profiles.list, { flag: 'own', UnitModel: 'MXD-LTE', as: northwind });
    expect(own.items.map(({ ProfileName, DealerName }) => `${ProfileName} of ${DealerName}`)).toEqual([
      'Northwind home of Northwind Response',
      'Oregon care homes of Northwind Oregon',
    ]);
    const standard = await ask(profiles.list, { flag: 'standard', UnitModel: 'myConnect', as: northwind });
    expect(standard.items).toHaveLength(8);
    expect(standard.items[0]).toMatchObject({
      ProfileName: 'myConnect Fall detection',
      UnitModel: 'myConnect',
      DealerKey: 1,
      isOwn: false,
      savedBy: '',
    });
  });

  it('reads a page, and goes on from there', async () => {
    const read = async (cursor?: string) =>
      ask(profiles.list, { flag: 'standard', UnitModel: 'MXD-LTE', pageSize: 5, ...(cursor && { cursor }), as: cedar });
    const first = await read();
    const second = await read(first.cursor!);
    expect([first.items.length, second.items.length, second.cursor]).toEqual([5, 3, null]);
  });

  it('shows nobody the profiles of other dealers', async () => {
    const { items } = await ask(profiles.list, { flag: 'own', UnitModel: 'MXD-LTE', as: cedar });
    expect(items).toEqual([]);
    const other = await aProfile(northwind, 'Only for Northwind');
    expect((await call(profiles.get, { ProfileKey: other.ProfileKey, as: cedar })).status).toBe(404);
    expect((await call(profiles.versions, { ProfileKey: other.ProfileKey, as: cedar })).status).toBe(404);
    expect((await call(profiles.save, { ...asItIs(other), as: cedar })).status).toBe(404);
    expect((await call(profiles.setStatus, { ProfileKey: other.ProfileKey, PTStatus: 16, as: cedar })).status).toBe(
      404,
    );
  });
});

describe('the status of a profile', () => {
  it('changes from 16 to 17 and from anything else to 16, and is audited [P2-C78 P2-S43 P2-S44]', async () => {
    const { ProfileKey } = await aProfile(northwind, 'Toggled');
    const toggle = async (PTStatus: number) =>
      (await ask(profiles.setStatus, { ProfileKey, PTStatus, as: northwind })).PTStatus;
    expect([await toggle(16), await toggle(17)]).toEqual([17, 16]);
    const { data: stored } = await ProfileEntity.get({ ProfileKey }).go();
    await ProfileEntity.put({ ...stored!, PTStatus: 3 }).go();
    expect(await toggle(3)).toBe(16);
    const actions = (await auditOf('profile', String(ProfileKey))).map(({ action }) => action);
    expect(actions.sort()).toEqual(['create profile', 'disable profile', 'enable profile', 'enable profile']);
  });

  it('is not changed twice by two people who both saw it enabled', async () => {
    const { ProfileKey } = await aProfile(northwind, 'Toggled twice');
    const answers = await Promise.all(
      [1, 2].map(() => call(profiles.setStatus, { ProfileKey, PTStatus: 16, as: northwind })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a profile', () => {
  it('is loaded with its settings, its events and the options of its dealer [P2-C79 P2-E36]', async () => {
    const profile = await ask(profiles.get, { ProfileKey: STANDARD, UnitModel: 'MXD-LTE', as: cedar });
    expect(profile).toMatchObject({ ProfileName: 'MXD-LTE Standard', version: 1, isOwn: false });
    expect(profile.Settings).toMatchObject({ SpeakerVol: 5, EventMask: '1FFF' });
    expect(profile.Events.categories).toEqual([{ CategoryName: 'Events', Phone1: '', Phone2: '' }]);
    expect(profile.UnitIDOptionsOffered).toEqual(['Default', "No Unit ID's", 'Use Serial Number']);
    expect((await call(profiles.get, { ProfileKey: STANDARD, UnitModel: 'myConnect', as: cedar })).status).toBe(404);
  });

  it('is loaded for another firmware, with its masks in the layout of that firmware [P2-V35]', async () => {
    const ProfileKey = standardProfileKey('myConnect', 'Standard');
    const maskFor = async (UnitFirmVer: string) =>
      (await ask(profiles.get, { ProfileKey, UnitFirmVer, as: cedar })).Settings.EventMask;
    expect([await maskFor('4.2.31.3.7'), await maskFor('423135'), await maskFor('4.1.18.0.2')]).toEqual([
      '330F',
      '030F',
      '0F',
    ]);
  });

  it('offers the unit ID options of its dealer only [P2-K48 P2-K49]', async () => {
    for (const [dealer, options] of [
      [422, ["No Unit ID's"]],
      [13, ['Use Serial Number']],
    ] as const) {
      const as = await aUser({ dealer, flags: ['PROFILE_EDIT'] });
      const profile = await ask(profiles.get, { ProfileKey: STANDARD, as });
      expect(profile.UnitIDOptionsOffered).toEqual(options);
      const refused = await call(profiles.save, { ...asNew(profile, 'Other option'), as });
      expect([refused.status, refused.body.issues[0].path]).toEqual([422, 'newUnitIDOptions']);
      const own = await ask(profiles.save, { ...asNew(profile, 'Own option'), newUnitIDOptions: options[0], as });
      const changed = await call(profiles.save, { ...asItIs(own), newUnitIDOptions: 'Default', as });
      expect([changed.status, changed.body.issues[0].path]).toEqual([422, 'newUnitIDOptions']);
    }
  });

  it('is saved as its next version, with an audit entry in words [P2-C80 P2-B14]', async () => {
    const profile = await aProfile(northwind, 'Saved');
    const input = {
      ...withSettings(profile, { SpeakerVol: 7, EventMask: '0001' }),
      newLineID: 'nw',
      events: inCategory(
        {
          ...profile.Events,
          categories: [...profile.Events.categories, { CategoryName: 'Family', Phone1: '8015550101', Phone2: '' }],
        },
        [101],
        'Family',
      ),
    };
    const saved = await ask(profiles.save, { ...input, as: northwind });
    expect(saved).toMatchObject({
      version: 2,
      LineID: 'NW',
      savedBy: `${northwind.UserFirstName} ${northwind.UserLastName}`,
    });
    expect(await ask(profiles.get, { ProfileKey: profile.ProfileKey, as: northwind })).toEqual(saved);

    const { items } = await ask(audit.ofObject, {
      objectKind: 'profile',
      objectId: String(profile.ProfileKey),
      as: northwind,
    });
    expect(items.map(sentenceOf)).toEqual([
      expect.stringMatching(/changed the profile Saved$/),
      expect.stringMatching(/created the profile Saved$/),
    ]);
    expect(items[0]!.after).toMatchObject({ SpeakerVol: ['7'], EventMask: ['Help button'], 'event:101': ['Family'] });
  });

  it('is not written if nothing differs', async () => {
    const profile = await aProfile(northwind, 'Unchanged');
    expect((await ask(profiles.save, { ...asItIs(profile), as: northwind })).version).toBe(1);
  });

  it('keeps the settings that the caller does not name', async () => {
    const profile = await aProfile(northwind, 'Partly');
    await ask(profiles.save, { ...withSettings(profile, { MicVol: 8 }), as: northwind });
    const saved = await ask(profiles.save, {
      ...asItIs(profile),
      newestRevision: 2,
      newData: { SpeakerVol: 2 },
      as: northwind,
    });
    expect(saved.Settings).toMatchObject({ MicVol: 8, SpeakerVol: 2 });
  });

  it('is saved as a new profile with its own name and label [P2-B135 P2-E12]', async () => {
    const profile = await ask(profiles.get, { ProfileKey: STANDARD, as: cedar });
    const input = { ...asNew(profile, 'Cedar homes'), newLabel: 'No Unit ID Dash', newUIDLength: 5 } as const;
    const created = await ask(profiles.save, { ...input, as: cedar });
    expect(created).toMatchObject({
      ProfileName: 'Cedar homes',
      Label: 'No Unit ID Dash',
      UIDLength: 5,
      DealerKey: 49,
      PTStatus: 16,
      version: 1,
      isOwn: true,
    });
    expect((await ask(profiles.get, { ProfileKey: STANDARD, as: cedar })).version).toBe(1);

    const again = await call(profiles.save, { ...asNew(profile, 'cedar  Homes'), as: cedar });
    expect([again.status, again.body.issues[0].path]).toEqual([409, 'newName']);
    const without = await call(profiles.save, { ...asNew(profile, 'x'), newName: undefined, as: cedar });
    expect([without.status, without.body.message]).toEqual([422, 'The name is missing']);
  });

  it('of dealer 1 is changed by dealer 1 only', async () => {
    const spanish = standardProfileKey('MXD-LTE', 'Spanish');
    const profile = await ask(profiles.get, { ProfileKey: spanish, as: cedar });
    const change = withSettings(profile, { SpeakerVol: 6 });
    expect((await call(profiles.save, { ...change, as: cedar })).status).toBe(403);
    expect((await call(profiles.setStatus, { ProfileKey: spanish, PTStatus: 16, as: cedar })).status).toBe(403);
    expect((await ask(profiles.save, { ...change, as: root })).version).toBe(2);
    const { items } = await ask(profiles.versions, { ProfileKey: spanish, as: cedar });
    expect(items.map(({ savedBy }) => savedBy)).toEqual(['', '']);
  });

  it.each([
    ['a value beyond its bound', { newData: { SpeakerVol: 10 } }, 'newData.SpeakerVol', 'Value must be 9 or smaller'],
    [
      'a setting of another model',
      { newData: { FallDetection: true } },
      'newData.FallDetection',
      'MXD-LTE has no such setting',
    ],
    [
      'a mask in lower case',
      { newData: { EventMask: '00ff' } },
      'newData.EventMask',
      'A mask here has 4 hexadecimal digits in upper case',
    ],
    ['unit IDs of 6 digits', { newUIDLength: 6 }, 'newUIDLength', 'The length of unit IDs is 4 or 5'],
    [
      'another firmware',
      { profData: { ProfileKey: STANDARD, UnitModel: 'MXD-LTE', UnitFirmVer: '2.2.0.0.9' } },
      'profData.UnitFirmVer',
      'This profile is for firmware 2.2.0.0.5. Save it as a new profile for 2.2.0.0.9',
    ],
  ])('is refused with %s [P2-V18 P2-V36 P2-K44]', async (_, part: object, path, message) => {
    const profile = await ask(profiles.get, { ProfileKey: STANDARD, as: root });
    const { status, body } = await call(profiles.save, { ...asItIs(profile), ...part, as: root });
    expect([status, body.issues]).toEqual([422, [{ path, message }]]);
  });
});

describe('two people who edit the same version', () => {
  it('lose nothing: the second is told what changed', async () => {
    const profile = await aProfile(northwind, 'Contested');
    await ask(profiles.save, { ...withSettings(profile, { SpeakerVol: 9, TwoWayVoice: false }), as: northwind });
    const second = await call(profiles.save, { ...withSettings(profile, { MicVol: 2 }), as: northwind });
    expect(second.status).toBe(409);
    expect(second.body.message).toMatch(/changed Two-way voice and Speaker volume meanwhile$/);
    expect(second.body.issues).toEqual([
      { path: 'TwoWayVoice', message: 'Two-way voice: On → Off' },
      { path: 'SpeakerVol', message: 'Speaker volume: 5 → 9' },
    ]);
    expect((await ask(profiles.get, { ProfileKey: profile.ProfileKey, as: northwind })).Settings.MicVol).toBe(5);
  });

  it('do not both save at the same moment', async () => {
    const profile = await aProfile(northwind, 'Raced');
    const answers = await Promise.all(
      [1, 2, 3].map((SpeakerVol) => call(profiles.save, { ...withSettings(profile, { SpeakerVol }), as: northwind })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { items } = await ask(profiles.versions, { ProfileKey: profile.ProfileKey, as: northwind });
    expect(items.map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe('the versions of a profile', () => {
  it('say who saved what, and lead back', async () => {
    const profile = await aProfile(northwind, 'Versions');
    const second = await ask(profiles.save, { ...withSettings(profile, { SpeakerVol: 8 }), as: northwind });
    const { items } = await ask(profiles.versions, { ProfileKey: profile.ProfileKey, pageSize: 1, as: northwind });
    expect(items).toEqual([
      {
        version: 2,
        savedAt: second.savedAt,
        savedBy: second.savedBy,
        changes: [{ field: 'SpeakerVol', label: 'Speaker volume', from: ['5'], to: ['8'] }],
      },
    ]);
    const first = await ask(profiles.get, { ProfileKey: profile.ProfileKey, version: 1, as: northwind });
    expect(first.Settings.SpeakerVol).toBe(5);
    const back = await ask(profiles.save, { ...asItIs({ ...first, version: 2 }), as: northwind });
    expect([back.version, back.Settings.SpeakerVol]).toEqual([3, 5]);
    expect((await call(profiles.get, { ProfileKey: profile.ProfileKey, version: 9, as: northwind })).status).toBe(404);
  });
});

describe('event groups', () => {
  it('are listed, and read one by one [P2-C81 P2-C82]', async () => {
    const as = await aUser({ dealer: 49, flags: ['UNIT_VIEW'] });
    const { groups } = await ask(profiles.eventGroups, { as });
    expect(groups.map(({ EventGroupName }) => EventGroupName)).toContain('Emergencies');
    expect(await ask(profiles.eventGroup, { id: groups[0]!.EventGroupKey, as })).toEqual(groups[0]);
    expect((await call(profiles.eventGroup, { id: 99, as })).status).toBe(404);
  });
});

describe('a dealer that moves', () => {
  it('takes its profiles along', async () => {
    const { ProfileKey } = await aProfile(oregon, 'Moves along');
    const to = '/1/49/220/';
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: to, tree: 'all' }).go();
    const moved = { DealerKey: 220, from: '/1/22/220/', to, startedAt: instant(Date.now()) };
    for (let cursor: string | null | undefined; cursor !== null; )
      ({ cursor } = await profileFollower.step(moved, cursor));
    expect((await ProfileEntity.get({ ProfileKey }).go()).data?.dealerPath).toBe(to);
    expect((await call(profiles.get, { ProfileKey, as: northwind })).status).toBe(404);
    expect((await ask(profiles.get, { ProfileKey, as: cedar })).ProfileName).toBe('Moves along');
  });
});
