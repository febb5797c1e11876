import { z } from 'zod';
import { AppError } from '../errors.ts';
import { UnitModel } from '../units/unit.ts';
import { EVENT_GROUPS, eventDefinitions } from './event-definitions.ts';

/** A group of events, with those that belong to it. */
export const EventGroup = z.object({
  EventGroupKey: z.number().int(),
  EventGroupName: z.string(),
  Events: z.array(
    z.object({
      EventDefKey: z.number().int(),
      EventName: z.string(),
      /** Absent: every model reports it. */
      models: z.array(UnitModel).optional(),
    }),
  ),
});
export type EventGroup = z.infer<typeof EventGroup>;

export const eventGroups = (): EventGroup[] =>
  Object.entries(EVENT_GROUPS).map(([key, EventGroupName]) => ({
    EventGroupKey: Number(key),
    EventGroupName,
    Events: eventDefinitions()
      .filter(({ group }) => group === Number(key))
      .map(({ EventDefKey, EventName, models }) => ({
        EventDefKey,
        EventName,
        ...(models && { models: [...models] }),
      })),
  }));

export function eventGroup(key: number): EventGroup {
  const found = eventGroups().find(({ EventGroupKey }) => EventGroupKey === key);
  if (!found) throw new AppError('NOT_FOUND', 'There is no such event group');
  return found;
}
