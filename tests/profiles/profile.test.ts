import { describe, expect, it } from 'vitest';
import { UNIT_ID_OPTIONS, USUAL_RULES, unitIDOptionsOf } from '#core/dealers/rules.ts';
import { changesBetween, mergeContents, statesOf } from '#core/profiles/changes.ts';
import { requireContent } from '#core/profiles/content.ts';
import { profiles } from '#core/profiles/contract.ts';
import { EVENT_GROUPS, eventDefinitions } from '#core/profiles/event-definitions.ts';
import { eventGroup, eventGroups } from '#core/profiles/event-groups.ts';
import { categoryOf, eventIssues, inCategory, type ProfileEvents, withoutCategory } from '#core/profiles/events.ts';
import {
  PROFILE_LABELS,
  type ProfileContent,
  ProfileRecord,
  simOptionWords,
  toggledStatus,
} from '#core/profiles/profile.ts';
import { wholeSettings } from '#core/profiles/settings/settings.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { DEALERS, dealerItem } from '#scripts/seed/dealers.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { EVENT_CODES } from '#scripts/simulate/event-codes.ts';
import { expectAgreement } from '#support/agreement.ts';

const VERSION = { UnitModel: 'MXD-LTE', UnitFirmVer: '2.2.0.0.5' } as const;
const FAMILY = { CategoryName: 'Family', Phone1: '8015550101', Phone2: '8015550102' };
const CONTENT: ProfileContent = {
  ...{ LineID: '', Label: 'Default', SimOptions: 2, UnitIDOptions: 'Default', UIDLength: 4 },
  Settings: wholeSettings(VERSION, {}),
  Events: { categories: [{ CategoryName: 'Events', Phone1: '', Phone2: '' }, FAMILY], groups: { 101: 'Family' } },
};
const withSettings = (settings: ProfileContent['Settings'], content = CONTENT) => ({
  ...content,
  Settings: { ...content.Settings, ...settings },
});
const withEvents = (Events: Partial<ProfileEvents>) => ({ ...CONTENT, Events: { ...CONTENT.Events, ...Events } });

describe('a profile', () => {
  it('has its fields, as its entity has them [P2-E34]', () => {
    expectAgreement(ProfileEntity, ProfileRecord);
    expect(Object.keys(ProfileRecord.shape)).toEqual(
      expect.arrayContaining(
        'ProfileKey ProfileName UnitModel UnitFirmVer PTStatus SimOptions LineID Label UnitIDOptions UIDLength'.split(
          ' ',
        ),
      ),
    );
  });

  it('is toggled from status 16 to 17 [P2-S43]', () => expect(toggledStatus(16)).toBe(17));

  it.each([17, 0, 15, 18, -1])('is toggled from status %i to 16 [P2-S44]', (status) =>
    expect(toggledStatus(status)).toBe(16),
  );

  it('has two SIMs with option 2, and one with any other [P2-E35]', () => {
    expect([0, 1, 2, 3].map(simOptionWords)).toEqual(['Single SIM', 'Single SIM', 'Dual SIM', 'Single SIM']);
  });

  it('has one of three labels [P2-E12]', () =>
    expect(PROFILE_LABELS).toEqual(['Default', 'Serial Number Only', 'No Unit ID Dash']));

  it.each([3, 6, 4.5, '4'])('has no unit IDs of length %s [P2-V18]', (newUIDLength) => {
    const { error } = profiles.save.input.safeParse({ newUIDLength });
    expect(error!.issues.find(({ path }) => path[0] === 'newUIDLength')?.message).toBe(
      'The length of unit IDs is 4 or 5',
    );
  });

  it.each([4, 5])('has unit IDs of length %i [P2-V18]', (newUIDLength) => {
    const { error } = profiles.save.input.safeParse({ newUIDLength });
    expect(error!.issues.some(({ path }) => path[0] === 'newUIDLength')).toBe(false);
  });
});

describe('the unit ID options', () => {
  const rulesOf = (key: number) => dealerItem(DEALERS.find(({ DealerKey }) => DealerKey === key)!).Rules ?? USUAL_RULES;

  it.each([
    ['of dealer 422', 422, ["No Unit ID's"]],
    ['of dealer 13', 13, ['Use Serial Number']],
    ['of any other dealer', 22, ['Default', "No Unit ID's", 'Use Serial Number']],
    ['of dealer 49', 49, [...UNIT_ID_OPTIONS]],
  ])('%s are those of its rules [P2-K48 P2-K49 P2-K51]', (_, key, options) => {
    expect(unitIDOptionsOf(rulesOf(key))).toEqual(options);
  });

  it('of IMPRA units are only the serial number [P2-K50]', () =>
    expect(unitIDOptionsOf({ ...USUAL_RULES, impra: true })).toEqual(['Use Serial Number']));
});

describe('the events of a profile', () => {
  it('have categories with a name and two numbers, and groups by EventDefKey [P2-E36]', () => {
    expect(eventIssues('MXD-LTE', CONTENT.Events)).toEqual([]);
    expect([categoryOf(CONTENT.Events, 101), categoryOf(CONTENT.Events, 302)]).toEqual(['Family', 'Events']);
  });

  it.each([
    ['no category Events', { categories: [FAMILY] }, 'categories', 'The category Events stays'],
    [
      'two categories of one name',
      { categories: [...CONTENT.Events.categories, { ...FAMILY, CategoryName: 'family' }] },
      'categories.2.CategoryName',
      'Another category has this name',
    ],
    [
      'only the second number',
      { categories: [CONTENT.Events.categories[0]!, { ...FAMILY, Phone1: '' }] },
      'categories.1.Phone1',
      'Enter the first number before the second',
    ],
    ['an event of another model', { groups: { 107: 'Family' } }, 'groups.107', 'MXD-LTE does not report this event'],
    ['an unknown category', { groups: { 101: 'Friends' } }, 'groups.101', 'There is no such category'],
  ])('are refused with %s', (_, part, path, message) => {
    expect(eventIssues('MXD-LTE', withEvents(part).Events)).toEqual([{ path, message }]);
  });

  it('keep categories that look alike by now, and get no other one like them', () => {
    const named = (...names: string[]) => ({
      ...CONTENT.Events,
      categories: [
        CONTENT.Events.categories[0]!,
        FAMILY,
        ...names.map((CategoryName) => ({ ...FAMILY, CategoryName })),
      ],
    });
    const stored = named('Fаmily');
    expect(eventIssues('MXD-LTE', named('Fаmily'), stored)).toEqual([]);
    expect(eventIssues('MXD-LTE', named('Fаmily', 'Friends'), stored)).toEqual([]);
    const issue = (index: number) => ({
      path: `categories.${index}.CategoryName`,
      message: 'Another category has this name',
    });
    expect(eventIssues('MXD-LTE', named('Fаmily'))).toEqual([issue(2)]);
    expect(eventIssues('MXD-LTE', named('Fаmily', 'family'), stored)).toEqual([issue(3)]);
    expect(eventIssues('MXD-LTE', named('Fаmily', 'Fаmily'), stored)).toEqual([issue(3)]);
    // Each is known, but they stood side by side nowhere.
    const other = { categories: [CONTENT.Events.categories[0]!, { ...FAMILY, CategoryName: 'Fаmily' }] };
    expect(eventIssues('MXD-LTE', named('Fаmily'), CONTENT.Events, other)).toEqual([issue(2)]);
    expect(eventIssues('MXD-LTE', named('Fаmily'), CONTENT.Events, stored)).toEqual([]);
  });

  it('belong to Events again when their category is deleted', () => {
    const events = withoutCategory(CONTENT.Events, 'Family');
    expect(events).toEqual({ categories: [CONTENT.Events.categories[0]], groups: {} });
  });

  it('are put into a category together', () => {
    expect(inCategory(CONTENT.Events, [302, 602], 'Family').groups).toEqual({
      101: 'Family',
      302: 'Family',
      602: 'Family',
    });
    expect(inCategory(CONTENT.Events, [101], 'Events').groups).toEqual({});
  });

  it('are in exactly one group each, and contain what units send [P2-C81 P2-C82]', () => {
    const listed = eventGroups().flatMap(({ Events }) => Events.map(({ EventDefKey }) => EventDefKey));
    expect(listed.toSorted()).toEqual(
      eventDefinitions()
        .map(({ EventDefKey }) => EventDefKey)
        .toSorted(),
    );
    expect(listed).toEqual(expect.arrayContaining(Object.values(EVENT_CODES)));
    expect(eventGroup(1).EventGroupName).toBe(EVENT_GROUPS[1]);
    expect(() => eventGroup(99)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('the content of a profile', () => {
  it('is refused with an issue for each wrong setting and event', () => {
    const wrong = { ...withSettings({ SpeakerVol: 99 }), Events: withEvents({ groups: { 107: 'Family' } }).Events };
    expect(() => requireContent(VERSION, CONTENT)).not.toThrow();
    expect(() => requireContent(VERSION, wrong)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        issues: [
          { path: 'newData.SpeakerVol', message: 'Value must be 9 or smaller' },
          { path: 'events.groups.107', message: 'MXD-LTE does not report this event' },
        ],
      }),
    );
  });

  it('has its differences in words', () => {
    const next: ProfileContent = {
      ...withSettings({ SpeakerVol: 7, EventMask: '0001' }),
      SimOptions: 1,
      Events: { categories: [CONTENT.Events.categories[0]!], groups: {} },
    };
    const changes = changesBetween(VERSION, CONTENT, next);
    expect(changes.map(({ label, from, to }) => `${label}: ${from.length} ${from[0]} → ${to}`)).toEqual([
      'SIMs: 1 Dual SIM → Single SIM',
      'Speaker volume: 1 5 → 7',
      'Reported events: 13 Help button → Help button',
      'Category Family: 2 8015550101 → ',
      'Category of Help button: 1 Family → Events',
    ]);
    expect(statesOf(changes).after).toMatchObject({ SpeakerVol: ['7'], categories: [] });
    expect(statesOf(changes).before).toMatchObject({ categories: ['Family: 8015550101, 8015550102'] });
    expect(changesBetween(VERSION, CONTENT, CONTENT)).toEqual([]);
  });

  it('loses no change of two people who change different things', () => {
    const mine = {
      ...withSettings({ SpeakerVol: 7 }),
      LineID: 'A1',
      Events: inCategory(CONTENT.Events, [302], 'Family'),
    };
    const theirs: ProfileContent = {
      ...withSettings({ MicVol: 3 }),
      UIDLength: 5,
      Events: {
        categories: [...CONTENT.Events.categories, { CategoryName: 'Service', Phone1: '8015550150', Phone2: '' }],
        groups: { 101: 'Family', 602: 'Service' },
      },
    };
    const merged = mergeContents(CONTENT, mine, theirs);
    expect(merged).toEqual({
      ...withSettings({ SpeakerVol: 7, MicVol: 3 }),
      LineID: 'A1',
      UIDLength: 5,
      Events: { categories: theirs.Events.categories, groups: { 101: 'Family', 302: 'Family', 602: 'Service' } },
    });
  });

  it('has the value of who saves last where two people change the same', () => {
    const merged = mergeContents(CONTENT, withSettings({ SpeakerVol: 7 }), withSettings({ SpeakerVol: 2, MicVol: 3 }));
    expect(merged.Settings).toMatchObject({ SpeakerVol: 7, MicVol: 3 });
  });

  it('keeps no event in a category that the other person deleted', () => {
    const theirs = { ...CONTENT, Events: withoutCategory(CONTENT.Events, 'Family') };
    const mine = { ...CONTENT, Events: inCategory(CONTENT.Events, [302], 'Family') };
    expect(mergeContents(CONTENT, mine, theirs).Events).toEqual(theirs.Events);
  });
});

describe('the seeded profiles', () => {
  const seeded = seedProfiles(Date.UTC(2026, 10, 22));

  it('are valid, and have keys and names of their own', () => {
    for (const { profile, content } of seeded)
      expect(() => requireContent(profile, content), profile.ProfileName).not.toThrow();
    expect(new Set(seeded.map(({ profile }) => profile.ProfileKey)).size).toBe(seeded.length);
    for (const model of UNIT_MODELS)
      expect(seeded.filter(({ profile }) => profile.UnitModel === model).length).toBeGreaterThan(7);
  });
});
