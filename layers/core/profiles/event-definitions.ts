import type { UnitModel } from '../units/unit.ts';

/** An event that a unit can report. `EventDefKey` is the event code of the unit protocol (Contact ID, SIA DC-05). */
export interface EventDefinition {
  EventDefKey: number;
  EventName: string;
  /** The EventGroupKey of its group. */
  group: number;
  /** Absent: every model reports it. */
  models?: readonly UnitModel[];
}

/** Events that belong together, so that people can sort them into categories at once. */
export const EVENT_GROUPS: Readonly<Record<number, string>> = {
  1: 'Emergencies',
  2: 'Alarms of accessories',
  3: 'Power and battery',
  4: 'Faults',
  5: 'Tests',
};

const VOICE: readonly UnitModel[] = ['MXD-LTE'];
const WEARABLE: readonly UnitModel[] = ['myConnect', 'myConnect Air'];

const DEFINITIONS: readonly EventDefinition[] = [
  { EventDefKey: 101, EventName: 'Help button', group: 1 },
  { EventDefKey: 102, EventName: 'No activity', group: 1, models: VOICE },
  { EventDefKey: 107, EventName: 'Fall', group: 1, models: WEARABLE },
  { EventDefKey: 108, EventName: 'No movement', group: 1, models: WEARABLE },
  { EventDefKey: 110, EventName: 'Smoke', group: 2, models: VOICE },
  { EventDefKey: 130, EventName: 'Intrusion', group: 2, models: VOICE },
  { EventDefKey: 137, EventName: 'Tamper', group: 2, models: VOICE },
  { EventDefKey: 162, EventName: 'Carbon monoxide', group: 2, models: VOICE },
  { EventDefKey: 301, EventName: 'Power lost', group: 3, models: VOICE },
  { EventDefKey: 302, EventName: 'Battery low', group: 3 },
  { EventDefKey: 308, EventName: 'Power off', group: 3, models: WEARABLE },
  { EventDefKey: 350, EventName: 'Network lost', group: 4 },
  { EventDefKey: 381, EventName: 'Accessory missing', group: 4, models: VOICE },
  { EventDefKey: 384, EventName: 'Accessory battery low', group: 4, models: VOICE },
  { EventDefKey: 601, EventName: 'Manual test', group: 5 },
  { EventDefKey: 602, EventName: 'Periodic test', group: 5 },
];

/** The events of a model, or all. */
export const eventDefinitions = (model?: UnitModel): readonly EventDefinition[] =>
  DEFINITIONS.filter(({ models }) => model === undefined || (models?.includes(model) ?? true));

/** The name of an event; undefined if no unit reports it. */
export const knownEventName = (EventDefKey: number | string): string | undefined =>
  DEFINITIONS.find((one) => String(one.EventDefKey) === String(EventDefKey))?.EventName;

/** The name of an event; its code if nobody knows it any more. */
export const eventName = (EventDefKey: number | string): string =>
  knownEventName(EventDefKey) ?? `Event ${EventDefKey}`;

/** The code of an event, with its name if it has one: `event 101 (Help button)`. */
export function codeAndName(EventDefKey: number): string {
  const name = knownEventName(EventDefKey);
  return name === undefined ? `event ${EventDefKey}` : `event ${EventDefKey} (${name})`;
}
