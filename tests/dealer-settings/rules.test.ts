import { describe, expect, it, test, vi } from 'vitest';
import { ACCESS_FLAGS } from '#core/access.ts';
import { changeDetails } from '#core/dealer-settings/account-details.ts';
import {
  addGroup,
  mergeGroups,
  offeredCategories,
  removeGroup,
  withEvents,
} from '#core/dealer-settings/event-groups.ts';
import { labelList, normaliseLabel } from '#core/dealer-settings/labels.ts';
import {
  assignLanguage,
  availableLanguages,
  LANGUAGES,
  type LanguageKey,
  withdrawLanguage,
} from '#core/dealer-settings/languages.ts';
import { addLineId, removeLineId, restrict } from '#core/dealer-settings/line-ids.ts';
import { mergeMonitoringCenters } from '#core/dealer-settings/monitoring-centers.ts';
import { mergeNames, withName, withoutName } from '#core/dealer-settings/name-list.ts';
import {
  addSetting,
  CONTACT_METHODS,
  partsOf,
  reasonsFor,
  requireSetting,
  SettingValue,
  settingName,
} from '#core/dealer-settings/notification-settings.ts';
import { FIRST_ACCOUNT, FIRST_LISTS } from '#core/dealer-settings/settings.ts';
import { isAlarm } from '#core/history/alarm.ts';
import { NOT_VISIBLE } from '#core/name-skeleton.ts';
import { unitOccurrences } from '#core/units/occurrences.ts';
import { withMessage } from '#support/with-message.ts';

const none = { RestrictLineIDList: [], UseRestrictLineID: 0 as const };

describe('restricted Line IDs', () => {
  it('have at most 8 characters [P1-V14 P1-M39 P1-K18]', () => {
    expect(addLineId(none, '12345678').RestrictLineIDList).toEqual(['12345678']);
    expect(() => addLineId(none, '123456789')).toThrow(withMessage('Max length for Line ID is 8'));
  });

  it('are unique, ignoring case [P1-V15 P1-M40]', () => {
    const one = addLineId(none, 'c1');
    expect(one.RestrictLineIDList).toEqual(['C1']);
    expect(() => addLineId(one, ' C1 ')).toThrow(withMessage('Line ID already exists'));
  });

  it('restrict nothing while the list is empty, and removing the last one turns the restriction off [P1-V21] [P1-S23]', () => {
    expect(() => restrict(none, 1)).toThrow(withMessage('Add a Line ID first: an empty list cannot restrict'));
    const two = restrict(addLineId(addLineId(none, 'C1'), 'C2'), 1);
    expect(removeLineId(two, 'c1')).toEqual({ RestrictLineIDList: ['C2'], UseRestrictLineID: 1 });
    expect(removeLineId(removeLineId(two, 'C1'), 'C2')).toEqual(none);
  });

  test.each(['', ' ', 'A,B', '<b>', '=1+1'])('reject %j', (text) =>
    expect(() => addLineId(none, text)).toThrow(expect.objectContaining({ code: 'INVALID' })),
  );
});

describe('the opposite change', () => {
  const center = (name: string) => ({ name, phoneNumber: '5035550100', accountNumber: '' });

  it('restores exactly the list that was, in its order', () => {
    const names = ['Hall', 'Kitchen', 'Attic'];
    const left = names.filter((name) => name !== 'Kitchen');
    expect(mergeNames(labelList('CustomLabelList1'), left, left, names)).toEqual(names);
    const groups = ['Events', 'Falls', 'Smoke'];
    expect(mergeGroups(['Events', 'Smoke'], ['Events', 'Smoke'], groups)).toEqual(groups);
    const centers = [center('A'), center('B'), center('C')];
    const [a, , c] = centers;
    expect(mergeMonitoringCenters([a!, c!], [a!, c!], centers)).toEqual(centers);
  });

  it('restores the last Line ID with its restriction', () => {
    const { lists, ...settings } = { account: FIRST_ACCOUNT, lists: FIRST_LISTS };
    const restricted = { ...settings, lists: { ...lists, RestrictLineIDList: ['C1'], UseRestrictLineID: 1 as const } };
    const removed = changeDetails(restricted, { RestrictLineIDList: 'C1' }, { RestrictLineIDList: '' }, []);
    expect(removed.lists).toMatchObject(none);
    const undone = { RestrictLineIDList: 'C1', UseRestrictLineID: 1 as const };
    expect(changeDetails(removed, { RestrictLineIDList: '' }, undone, [])).toEqual(restricted);
  });
});

describe('labels', () => {
  test.each([
    ['living room', 'Living room'],
    ['  LIVING   ROOM ', 'Living room'],
    ['élan', 'Élan'],
    ['9 a', '9 a'],
  ])('%j is stored as %j [P1-V18]', (typed, kept) => expect(normaliseLabel(typed)).toBe(kept));

  it('are unique [P1-V16 P1-M41]', () => {
    const list = labelList('CustomLabelList1');
    expect(() => withName(list, withName(list, [], 'bedroom'), 'BEDROOM')).toThrow(withMessage('Item already exists'));
    expect(() => withName(list, [], 'A, B')).toThrow(withMessage('A label has no comma'));
    expect(() => withName(list, ['Bedroom'], 'Веdrооm')).toThrow(withMessage('Item already exists'));
    expect(() => withName(list, [], 'Bed\u200broom')).toThrow(withMessage(NOT_VISIBLE));
  });

  it('added by two people at once are all kept, and a duplicate is refused for the second', () => {
    const list = labelList('CustomLabelList1');
    expect(mergeNames(list, ['Hall', 'Attic'], ['Hall', 'Cellar'], ['Hall', 'kitchen'])).toEqual([
      'Hall',
      'Attic',
      'Kitchen',
    ]);
    expect(() => mergeNames(list, ['Hall', 'Kitchen'], ['Hall'], ['Hall', 'Kitchen'])).toThrow(
      withMessage('Item already exists'),
    );
    expect(() => mergeNames(list, [], [], ['Hall', 'hall'])).toThrow(withMessage('Item already exists'));
  });

  it('that look alike by now are removed each by itself, and stay when others are added', () => {
    const both = ['Anna´s room', "Anna's room"];
    const list = labelList('CustomLabelList1');
    expect(withoutName(both, 'Anna´s room')).toEqual(["Anna's room"]);
    expect(withoutName(["Anna's room"], 'Anna´s room')).toEqual([]);
    expect(mergeNames(list, both, both, [...both, 'Hall'])).toEqual([...both, 'Hall']);
    expect(mergeNames(list, [...both, 'Attic'], both, ["Anna's room"])).toEqual(["Anna's room", 'Attic']);
    for (const wanted of [
      [...both, 'Anna`s room'],
      ['Anna`s room', ...both],
      [...both, 'Anna´s room'],
    ])
      expect(() => mergeNames(list, both, both, wanted)).toThrow(withMessage('Item already exists'));
  });

  it('are not compared above the maximum number, known or wanted: it would take half a minute', () => {
    const normalise = vi.fn((typed: string) => typed);
    const list = { ...labelList('CustomLabelList1'), normalise };
    const many = Array.from({ length: list.most + 1 }, (_, number) => `Label ${number}`);
    expect(() => mergeNames(list, [], [], many)).toThrow(withMessage('At most 200'));
    expect(() => mergeNames(list, [], many, ['Hall'])).toThrow(withMessage('At most 200'));
    expect(normalise).not.toHaveBeenCalled();
  });
});

describe('event groups', () => {
  it('always contain Events, first [P1-V19]', () => {
    expect(withEvents([])).toEqual(['Events']);
    expect(withEvents(['Falls', 'events'])).toEqual(['Events', 'Falls']);
    expect(mergeGroups([], ['Events'], ['Events', 'Falls'])).toEqual(['Events', 'Falls']);
  });

  it('cannot lose Events [P1-V20]', () => {
    expect(() => removeGroup(['Falls'], 'Events')).toThrow(withMessage('The group Events cannot be deleted'));
    expect(() => mergeGroups(['Events'], ['Events'], [])).toThrow(withMessage('The group Events cannot be deleted'));
    expect(removeGroup(['Falls'], 'Falls')).toEqual(['Events']);
  });

  it('are unique [P1-V17 P1-M42]', () => {
    expect(() => addGroup(['Falls'], 'falls')).toThrow(withMessage('Group name already exists'));
    expect(() => addGroup([], 'EVENTS')).toThrow(withMessage('Group name already exists'));
    expect(() => addGroup([], 'Еvеnts')).toThrow(withMessage('Group name already exists'));
  });
});

describe('languages', () => {
  const keys = Object.keys(LANGUAGES) as LanguageKey[];
  it('are at most ten [P1-V23 P1-M44 P1-K17]', () => {
    const ten = keys.slice(0, 10).reduce<LanguageKey[]>(assignLanguage, []);
    expect(ten).toHaveLength(10);
    expect(() => assignLanguage(ten, keys[10]!)).toThrow(withMessage('You are only able to assign 10 messages'));
  });

  it('each have a description, assigned and available ones [P1-E15]', () => {
    const available = availableLanguages(['en']);
    expect(available.map(({ LanguageKey: key }) => key)).toEqual(keys.filter((key) => key !== 'en'));
    expect(available.every(({ Description }) => Description.length > 2)).toBe(true);
  });

  it('are assigned once, and at least one stays', () => {
    expect(() => assignLanguage(['en'], 'en')).toThrow(withMessage('Language already assigned'));
    expect(() => withdrawLanguage(['en'], 'en')).toThrow(withMessage('A dealer has at least one language'));
  });
});

describe('monitoring centres', () => {
  const center = (name: string, phoneNumber = '3155550100') => ({ name, phoneNumber, accountNumber: '' });
  it('are unique, and those added by others stay', () => {
    expect(mergeMonitoringCenters([center('A'), center('B')], [center('A')], [center('C')])).toEqual([
      center('B'),
      center('C'),
    ]);
    expect(() => mergeMonitoringCenters([center('B')], [], [center('b')])).toThrow(
      withMessage('Monitoring centre already exists'),
    );
    expect(() => mergeMonitoringCenters([], [], [center('B'), center('b')])).toThrow(
      withMessage('Monitoring centre already exists'),
    );
    expect(() => mergeMonitoringCenters([center('B')], [], [center('В')])).toThrow(
      withMessage('Monitoring centre already exists'),
    );
    expect(() => mergeMonitoringCenters([center('B')], [center('B')], [center('B'), center('B')])).toThrow(
      withMessage('Monitoring centre already exists'),
    );
  });

  it('whose names look alike by now can be changed, and others beside them', () => {
    const both = [center('B'), center('В')];
    const changed = [center('B'), center('В', '3155550199')];
    expect(mergeMonitoringCenters(both, both, changed)).toEqual(changed);
    expect(mergeMonitoringCenters([...both, center('X')], both, changed)).toEqual([...changed, center('X')]);
    expect(mergeMonitoringCenters([...both, center('X')], both, [center('В')])).toEqual([center('В'), center('X')]);
    for (const current of [both, [...both, center('X')]])
      expect(() => mergeMonitoringCenters(current, both, [...both, center('b')])).toThrow(
        withMessage('Monitoring centre already exists'),
      );
  });

  it('can be renamed to what looks like their former name, unless another has it meanwhile', () => {
    expect(mergeMonitoringCenters([center('b'), center('X')], [center('b')], [center('B')])).toEqual([
      center('X'),
      center('B'),
    ]);
    expect(() => mergeMonitoringCenters([center('В')], [center('B')], [center('B', '3155550199')])).toThrow(
      withMessage('Monitoring centre already exists'),
    );
  });
});

describe('notification settings', () => {
  it('are named by reason and contact method, with one per name [P1-E17 P1-E19]', () => {
    expect(settingName('Low Battery', 'Email')).toBe('Low Battery Email');
    expect(partsOf('Low Battery Email')).toEqual({ reason: 'Low Battery', method: 'Email' });
    expect(partsOf('Low Battery SMS')).toBeUndefined();
    expect(CONTACT_METHODS).toEqual(['Email']);
  });

  it('have contacts separated by commas, each once [P1-E18]', () => {
    expect(SettingValue.parse(' a@x.example , b@x.example,A@X.example')).toBe('A@X.example,b@x.example');
  });

  test.each([
    '',
    ' , ',
    'a@x.example, nobody',
    'a@x.example\r\nBcc: eve@x.example',
    'Pat <a@x.example>',
    'a@x.example;b@x.example',
    Array.from({ length: 26 }, (_, index) => `p${index}@x.example`).join(','),
  ])('reject the contacts %j', (value) => expect(SettingValue.safeParse(value).success).toBe(false));

  it('have one entry per reason [P1-V22 P1-M43]', () => {
    const one = { SettingName: 'Low Battery Email', SettingValue: 'a@x.example', ContactMethod: 'Email' as const };
    const present = addSetting([], one);
    expect(() => addSetting(present, { ...one, SettingValue: 'b@x.example' })).toThrow(
      withMessage(
        'This reason already has a setting. Please edit the present setting and separate the contacts by commas.',
      ),
    );
  });

  it('offer the monthly location report only with BREADCRUMBING [P1-A29]', () => {
    expect(reasonsFor(['BREADCRUMBING'])).toContain('Location Report (Monthly)');
    const without = ACCESS_FLAGS.filter((flag) => flag !== 'BREADCRUMBING');
    expect(reasonsFor(without)).not.toContain('Location Report (Monthly)');
    const monthly = { SettingName: 'Location Report (Monthly) Email', ContactMethod: 'Email' as const };
    expect(() => requireSetting(monthly, without)).toThrow(
      withMessage('You do not have access to ‘Location Report (Monthly)’'),
    );
    expect(() => requireSetting(monthly, ['BREADCRUMBING'])).not.toThrow();
  });
});

describe('account details', () => {
  const settings = { account: FIRST_ACCOUNT, lists: FIRST_LISTS };
  it('are refused if somebody else has changed them', () => {
    const moved = { ...settings, account: { ...FIRST_ACCOUNT, City: 'Salem' } };
    expect(() => changeDetails(moved, { City: '' }, { City: 'Boise' }, [])).toThrow(
      withMessage('Somebody else changed this meanwhile'),
    );
    expect(changeDetails(moved, { City: 'Salem' }, { City: 'Boise' }, []).account.City).toBe('Boise');
  });

  it('include rules that only engineers set [P1-A16]', () => {
    const Rules = { ...FIRST_ACCOUNT.Rules, impra: true };
    const change = (flags: Parameters<typeof changeDetails>[3]) =>
      changeDetails(settings, { Rules: FIRST_ACCOUNT.Rules }, { Rules }, flags);
    expect(() => change(['ADMIN'])).toThrow(withMessage('Only engineers set the rules of a dealer'));
    expect(change(['ENGINEER']).account.Rules.impra).toBe(true);
  });
});

describe('an occurrence of a unit', () => {
  const unit = { UnitSerNum: '400123', UnitModel: 'MXD-LTE', DealerKey: 22, lastPingAt: 'T1' };
  const ping = { lastPingTime: 'T1', pingReason: 'Scheduled', lowpower: false, acPower: true };
  it('reports a low battery once, not with every ping', () => {
    const low = { ...unit, lastPingAt: 'T2', lastPing: { ...ping, lowpower: true } };
    expect(unitOccurrences({ ...unit, lastPing: ping }, low, 'change-1')).toMatchObject([
      { id: 'Low Battery:400123:T2', reason: 'Low Battery', DealerKey: 22 },
    ]);
    expect(unitOccurrences(low, { ...low, lastPingAt: 'T3' }, 'change-1')).toEqual([]);
  });

  it('reports a changed state of a SIM, not another SIM in the slot', () => {
    const was = { ...unit, ICCID1: '89', ICCID1State: 14, ICCID1Carrier: 0 };
    expect(unitOccurrences(was, { ...was, ICCID1State: 15 }, 'change-1')).toMatchObject([
      { reason: 'SIM State Changed' },
    ]);
    expect(unitOccurrences(was, { ...was, ICCID1: '90', ICCID1State: 15 }, 'change-1')).toEqual([]);
  });

  test.each([
    ['an alarm', { eventType: 'Event 101' }, true],
    ['the end of an alarm', { eventType: 'Event 101 restored' }, false],
    ['a test', { eventType: 'Event 101', test: true }, false],
    ['a trouble', { eventType: 'Event 302' }, false],
  ])('%s', (_, event, raised) => expect(isAlarm(event)).toBe(raised));
});

describe('the event groups of a dealer, as names of categories', () => {
  const dealer = { CategoryNames: 'Events,Family,Nurse', UseCategory: 1 } as const;

  it('are those without a category yet, if the dealer sorts events by group [P2-E10]', () => {
    expect(offeredCategories(dealer, ['Events'])).toEqual(['Family', 'Nurse']);
    expect(offeredCategories(dealer, ['Events', 'family', 'A name of its own'])).toEqual(['Nurse']);
    expect(offeredCategories({ ...dealer, CategoryNames: '' }, ['Events'])).toEqual([]);
  });

  it('are not offered if the dealer does not sort by group, or is not known yet', () => {
    expect(offeredCategories({ ...dealer, UseCategory: 0 }, ['Events'])).toBeUndefined();
    expect(offeredCategories(undefined, ['Events'])).toBeUndefined();
  });
});
