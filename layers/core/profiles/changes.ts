import { EVENTS_GROUP } from '../dealer-settings/event-groups.ts';
import { isEqual } from '../is-equal.ts';
import { eventDefinitions, eventName } from './event-definitions.ts';
import { type EventCategory, type ProfileEvents, tidyEvents } from './events.ts';
import { type ProfileChange, type ProfileContent, simOptionWords } from './profile.ts';
import { settingsOf, type Version, valueWords } from './settings/settings.ts';
import { SETTINGS } from './settings/table.ts';

/** The fields of a profile besides its settings and events. */
const CONTENT_FIELDS = {
  LineID: 'Line ID',
  Label: 'Label',
  SimOptions: 'SIMs',
  UnitIDOptions: 'Unit IDs',
  UIDLength: 'Length of unit IDs',
} as const satisfies Partial<Record<keyof ProfileContent, string>>;
type ContentField = keyof typeof CONTENT_FIELDS;
const FIELDS = Object.keys(CONTENT_FIELDS) as ContentField[];

/** What differs between two contents of a profile, in words and in the order of screens. */
export function changesBetween(version: Version, was: ProfileContent, next: ProfileContent): ProfileChange[] {
  const fields = FIELDS.map((field) => ({
    field,
    label: CONTENT_FIELDS[field],
    from: fieldWords(field, was),
    to: fieldWords(field, next),
  }));
  const settings = settingsOf(version.UnitModel).map((setting) => {
    const words = ({ Settings }: ProfileContent) => {
      const value = Settings[setting.key];
      return value === undefined ? [] : valueWords(setting, value, version);
    };
    return { field: setting.key, label: setting.label, from: words(was), to: words(next) };
  });
  return [...fields, ...settings, ...eventChanges(was, next)].filter(({ from, to }) => !isEqual(from, to));
}

const fieldWords = (field: ContentField, content: ProfileContent): string[] => {
  const words = field === 'SimOptions' ? simOptionWords(content.SimOptions) : String(content[field]);
  return words === '' ? [] : [words];
};

const CATEGORY = 'category:';
const EVENT = 'event:';
const eventLabel = (EventDefKey: number | string) => `Category of ${eventName(EventDefKey)}`;

function eventChanges(was: ProfileContent, next: ProfileContent): ProfileChange[] {
  const [categories, wanted] = [was, next].map(({ Events }) => byName(Events.categories)) as [ByName, ByName];
  const [groups, wantedGroups] = [was.Events.groups, next.Events.groups];
  return [
    ...[...new Set([...categories.keys(), ...wanted.keys()])].map((name) => ({
      field: `${CATEGORY}${name}`,
      label: `Category ${name}`,
      from: phonesOf(categories.get(name)),
      to: phonesOf(wanted.get(name)),
    })),
    ...[...new Set([...Object.keys(groups), ...Object.keys(wantedGroups)])].map((key) => ({
      field: `${EVENT}${key}`,
      label: eventLabel(key),
      from: [groups[key] ?? EVENTS_GROUP],
      to: [wantedGroups[key] ?? EVENTS_GROUP],
    })),
  ];
}

type ByName = ReadonlyMap<string, EventCategory>;
const byName = (categories: readonly EventCategory[]): ByName =>
  new Map(categories.map((category) => [category.CategoryName, category]));

const phonesOf = (category: EventCategory | undefined): string[] => {
  if (!category) return [];
  const phones = [category.Phone1, category.Phone2].filter(Boolean);
  return phones.length > 0 ? phones : ['No number'];
};

/** The labels of all fields that a change can have, without those of categories, whose names people choose. */
export const changeLabels = (): Record<string, string> => ({
  ...CONTENT_FIELDS,
  ...Object.fromEntries(SETTINGS.map(({ key, label }) => [key, label])),
  ...Object.fromEntries(
    eventDefinitions().map(({ EventDefKey }) => [`${EVENT}${EventDefKey}`, eventLabel(EventDefKey)]),
  ),
});

/** The changes as two states by field, for the audit. The categories are one field. */
export function statesOf(changes: readonly ProfileChange[]): Record<'before' | 'after', Record<string, string[]>> {
  const stateOf = (side: 'from' | 'to') => {
    const categories = changes.filter(({ field }) => field.startsWith(CATEGORY));
    const others = changes.filter(({ field }) => !field.startsWith(CATEGORY));
    return {
      ...Object.fromEntries(others.map((change) => [change.field, change[side]])),
      ...(categories.length > 0 && {
        categories: categories.flatMap((change) =>
          change[side].length === 0 ? [] : [`${change.field.slice(CATEGORY.length)}: ${change[side].join(', ')}`],
        ),
      }),
    };
  };
  return { before: stateOf('from'), after: stateOf('to') };
}

/**
 * Applies what differs between `base` and `mine` to `theirs`, so that nobody's change is lost. Where both changed the same, `mine` counts.
 */
export function mergeContents(base: ProfileContent, mine: ProfileContent, theirs: ProfileContent): ProfileContent {
  return {
    ...theirs,
    ...mergeRecords(pickFields(base), pickFields(mine), pickFields(theirs)),
    Settings: mergeRecords(base.Settings, mine.Settings, theirs.Settings),
    Events: mergeEvents(base.Events, mine.Events, theirs.Events),
  };
}

/** Applies what differs between `base` and `mine` to `theirs`. */
export function mergeEvents(base: ProfileEvents, mine: ProfileEvents, theirs: ProfileEvents): ProfileEvents {
  const [categories, wanted, others] = [base, mine, theirs].map((events) =>
    Object.fromEntries(byName(events.categories)),
  ) as [Record<string, EventCategory>, Record<string, EventCategory>, Record<string, EventCategory>];
  return tidyEvents({
    categories: Object.values(mergeRecords(categories, wanted, others)),
    groups: mergeRecords(base.groups, mine.groups, theirs.groups),
  });
}

const pickFields = (content: ProfileContent) =>
  Object.fromEntries(FIELDS.map((field) => [field, content[field]])) as Pick<ProfileContent, ContentField>;

/** Applies what differs between `base` and `mine` to `theirs`, field by field. */
export function mergeRecords<Values extends object>(base: Values, mine: Values, theirs: Values): Values {
  const valueIn = (record: Values, name: string) => record[name as keyof Values] as unknown;
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const isMine = !isEqual(valueIn(base, name), valueIn(mine, name));
      const value = valueIn(isMine ? mine : theirs, name);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Values;
}
