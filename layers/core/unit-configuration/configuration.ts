import { z } from 'zod';
import { type AccessoryEntries, accessoryLabel, accessoryValues, isAccessory } from '../accessories/entry.ts';
import { EVENTS_GROUP } from '../dealer-settings/event-groups.ts';
import { isEqual } from '../is-equal.ts';
import { eventName } from '../profiles/event-definitions.ts';
import { ProfileEvents, USUAL_EVENTS } from '../profiles/events.ts';
import type { Settings, SettingValue } from '../profiles/settings/setting.ts';
import { carriedSettings, settingsOf, type Version, valueWords } from '../profiles/settings/settings.ts';

const SettingValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What one source sets. Events are set as a whole. */
export const Layer = z.object({ Settings: SettingValues, Events: ProfileEvents.optional() });
export type Layer = z.infer<typeof Layer>;

/** From the weakest to the strongest: a unit's own value counts before that of its dealer, and this before that of its profile. */
export const SOURCES = ['profile', 'dealer', 'unit'] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;
export type Layers = Readonly<Record<Source, Layer>> & {
  /** They belong to the unit, whatever its profile is. */
  accessories?: AccessoryEntries;
};

export interface Sourced {
  value: SettingValue;
  source: Source;
}

/** The configuration that a unit should have: each value with its source, by the name that the unit protocol has for it. */
export function desiredOf(layers: Layers): ReadonlyMap<string, Sourced> {
  const desired = new Map<string, Sourced>();
  for (const source of SOURCES)
    for (const [name, value] of Object.entries(layers[source].Settings)) desired.set(name, { value, source });
  const source = SOURCES.findLast((one) => layers[one].Events);
  const inherited = source === 'unit' && inheritedEvents(layers);
  for (const [name, value] of Object.entries(source ? eventValues(layers[source].Events!) : {})) {
    const from = inherited ? inherited.get(name) : undefined;
    desired.set(name, from?.value === value ? from : { value, source: source! });
  }
  for (const [name, value] of Object.entries(accessoryValues(layers.accessories ?? {})))
    desired.set(name, { value, source: 'unit' });
  return desired;
}

const inheritedEvents = (layers: Layers) => desiredOf({ ...layers, unit: { Settings: {} } });

/** The desired values as the unit gets them. */
export const valuesOf = (layers: Layers): Settings =>
  Object.fromEntries([...desiredOf(layers)].map(([name, { value }]) => [name, value]));

/** The own layer of a unit that wants these settings and events: only what its profile and dealer do not give it anyway. */
export function ownLayer(layers: Omit<Layers, 'unit'>, wanted: Layer): Layer {
  const inherited = { ...layers, unit: { Settings: {} } };
  const given = valuesOf(inherited);
  const events = layers.dealer.Events ?? layers.profile.Events;
  return {
    Settings: Object.fromEntries(Object.entries(wanted.Settings).filter(([name, value]) => given[name] !== value)),
    ...(wanted.Events &&
      !isEqual(eventValues(wanted.Events), events && eventValues(events)) && { Events: wanted.Events }),
  };
}

/** The layers for another firmware: the bits of masks keep their names. No layer gets a setting that it did not have. */
export function carriedLayers(layers: Layers, from: Version, UnitFirmVer: string): Layers {
  const carried = (layer: Layer): Layer => {
    const settings = Object.entries(carriedSettings(from, UnitFirmVer, layer.Settings));
    return { ...layer, Settings: Object.fromEntries(settings.filter(([name]) => name in layer.Settings)) };
  };
  return { ...layers, profile: carried(layers.profile), dealer: carried(layers.dealer), unit: carried(layers.unit) };
}

/** The desired settings, without the events. */
export const settingsIn = ({ profile, dealer, unit }: Layers): Settings => ({
  ...profile.Settings,
  ...dealer.Settings,
  ...unit.Settings,
});

/** The desired events. */
export const eventsOf = ({ profile, dealer, unit }: Layers): ProfileEvents =>
  unit.Events ?? dealer.Events ?? profile.Events ?? USUAL_EVENTS;

/** Settings and events together, by the names of the unit protocol. */
export const withEvents = (settings: Settings, events: ProfileEvents): Settings => ({
  ...settings,
  ...eventValues(events),
});

export const CATEGORY = 'category:';
export const EVENT = 'event:';
/** True for the names of what the sync queue calls event data. */
export const isEventData = (name: string) => name.startsWith(CATEGORY) || name.startsWith(EVENT);

/** Events as the unit protocol names them: the numbers of each category, and the category of each event that is not in Events. */
export const eventValues = ({ categories, groups }: ProfileEvents): Settings => ({
  ...Object.fromEntries(
    categories.map(({ CategoryName, Phone1, Phone2 }) => [`${CATEGORY}${CategoryName}`, `${Phone1},${Phone2}`]),
  ),
  ...Object.fromEntries(Object.entries(groups).map(([key, category]) => [`${EVENT}${key}`, category])),
});

/** Names in the order of screens, those of events last. */
export function inOrder({ UnitModel }: Pick<Version, 'UnitModel'>, names: Iterable<string>): string[] {
  const places = new Map(settingsOf(UnitModel).map(({ key }, index) => [key, index]));
  const placeOf = (name: string) => places.get(name) ?? places.size;
  return [...names].sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1));
}

/** What people call a setting. */
export function labelOf(version: Version, name: string): string {
  if (name.startsWith(CATEGORY)) return `Category ${name.slice(CATEGORY.length)}`;
  if (name.startsWith(EVENT)) return `Category of ${eventName(name.slice(EVENT.length))}`;
  if (isAccessory(name)) return accessoryLabel(name);
  return settingsOf(version.UnitModel).find(({ key }) => key === name)?.label ?? name;
}

/** A value in words, one line each. Undefined: the setting has none. */
export function wordsOf(version: Version, name: string, value: SettingValue | undefined): string[] {
  if (name.startsWith(EVENT)) return [String(value ?? EVENTS_GROUP)];
  if (value === undefined) return [];
  if (name.startsWith(CATEGORY)) {
    const phones = String(value).split(',').filter(Boolean);
    return phones.length > 0 ? phones : ['No number'];
  }
  const setting = settingsOf(version.UnitModel).find(({ key }) => key === name);
  return setting ? valueWords(setting, value, version) : [String(value)];
}

export const ConfigurationChange = z.object({
  name: z.string(),
  label: z.string(),
  from: z.array(z.string()),
  to: z.array(z.string()),
});
export type ConfigurationChange = z.infer<typeof ConfigurationChange>;

/** What differs between two configurations of a unit, in words. */
export const changesOf = (version: Version, was: Settings, next: Settings): ConfigurationChange[] =>
  inOrder(version, new Set([...Object.keys(was), ...Object.keys(next)]))
    .filter((name) => was[name] !== next[name])
    .map((name) => ({
      name,
      label: labelOf(version, name),
      from: wordsOf(version, name, was[name]),
      to: wordsOf(version, name, next[name]),
    }));

/** The changes as two states by field, for the audit. The categories are one field, because people choose their names. */
export function auditedChanges(
  changes: readonly ConfigurationChange[],
): Record<'before' | 'after', Record<string, string[]>> {
  const ofCategories = changes.filter(({ name }) => name.startsWith(CATEGORY));
  const stateOf = (side: 'from' | 'to') => ({
    ...Object.fromEntries(changes.filter((one) => !ofCategories.includes(one)).map((one) => [one.name, one[side]])),
    ...(ofCategories.length > 0 && {
      categories: ofCategories.flatMap((one) =>
        one[side].length === 0 ? [] : [`${one.name.slice(CATEGORY.length)}: ${one[side].join(', ')}`],
      ),
    }),
  });
  return { before: stateOf('from'), after: stateOf('to') };
}
