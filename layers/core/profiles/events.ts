import { z } from 'zod';
import { EVENTS_GROUP } from '../dealer-settings/event-groups.ts';
import type { FieldIssue } from '../errors.ts';
import { orEmpty, phoneNumber, text } from '../fields.ts';
import { nameSkeleton } from '../name-skeleton.ts';
import { recordKey } from '../record-key.ts';
import type { UnitModel } from '../units/unit.ts';
import { eventDefinitions } from './event-definitions.ts';

const MAX_CATEGORIES = 20;

/** Whom the unit calls for the events of a category: first one number, then the other. */
export const EventCategory = z.object({
  CategoryName: text('The name of the category', 40),
  Phone1: orEmpty(phoneNumber('The first number')),
  Phone2: orEmpty(phoneNumber('The second number')),
});
export type EventCategory = z.output<typeof EventCategory>;

/** The events of a profile or of a unit. */
export const ProfileEvents = z.object({
  categories: z.array(EventCategory).min(1).max(MAX_CATEGORIES, `At most ${MAX_CATEGORIES} categories`),
  /** The category of each event, by its EventDefKey. An event that is absent belongs to Events. */
  groups: z
    .record(recordKey(5), z.string().max(40))
    .refine((groups) => Object.keys(groups).length <= 100, { message: 'At most 100 events' }),
});
export type ProfileEvents = z.output<typeof ProfileEvents>;

export const USUAL_EVENTS: ProfileEvents = {
  categories: [{ CategoryName: EVENTS_GROUP, Phone1: '', Phone2: '' }],
  groups: {},
};

/** The category of an event. */
export const categoryOf = ({ groups }: ProfileEvents, EventDefKey: number): string =>
  groups[String(EventDefKey)] ?? EVENTS_GROUP;

/** What is wrong with the events, one issue each. Categories that stand side by side in one of `stored` may do so although they look alike. */
export function eventIssues(
  model: UnitModel,
  { categories, groups }: ProfileEvents,
  ...stored: readonly Pick<ProfileEvents, 'categories'>[]
): FieldIssue[] {
  const names = categories.map(({ CategoryName }) => CategoryName);
  const known = stored.map((one) => new Set(one.categories.map(({ CategoryName }) => CategoryName)));
  const stand = (name: string, other: string) => known.some((together) => together.has(name) && together.has(other));
  const isLikeAnother = (name: string, index: number) =>
    names.some(
      (other, place) =>
        place < index && nameSkeleton(other) === nameSkeleton(name) && (other === name || !stand(name, other)),
    );
  const reported = new Set(eventDefinitions(model).map(({ EventDefKey }) => String(EventDefKey)));
  return [
    ...(names.includes(EVENTS_GROUP) ? [] : [{ path: 'categories', message: `The category ${EVENTS_GROUP} stays` }]),
    ...categories.flatMap(({ Phone1, Phone2 }, index) =>
      Phone1 === '' && Phone2 !== ''
        ? [{ path: `categories.${index}.Phone1`, message: 'Enter the first number before the second' }]
        : [],
    ),
    ...names.flatMap((name, index) =>
      isLikeAnother(name, index)
        ? [{ path: `categories.${index}.CategoryName`, message: 'Another category has this name' }]
        : [],
    ),
    ...Object.entries(groups).flatMap(([key, category]) => {
      if (!reported.has(key)) return [{ path: `groups.${key}`, message: `${model} does not report this event` }];
      return names.includes(category) ? [] : [{ path: `groups.${key}`, message: 'There is no such category' }];
    }),
  ];
}

/** The events without what is the same as absent: an event of Events is not listed, nor one whose category is gone. */
export function tidyEvents({ categories, groups }: ProfileEvents): ProfileEvents {
  const names = categories.map(({ CategoryName }) => CategoryName);
  return {
    categories,
    groups: Object.fromEntries(
      Object.entries(groups).filter(([, category]) => category !== EVENTS_GROUP && names.includes(category)),
    ),
  };
}

/** Deletes a category. Its events belong to Events again. */
export const withoutCategory = ({ categories, groups }: ProfileEvents, name: string): ProfileEvents =>
  tidyEvents({ categories: categories.filter(({ CategoryName }) => CategoryName !== name), groups });

/** Puts events into a category. */
export const inCategory = (events: ProfileEvents, keys: readonly number[], category: string): ProfileEvents =>
  tidyEvents({
    ...events,
    groups: { ...events.groups, ...Object.fromEntries(keys.map((key) => [String(key), category])) },
  });
