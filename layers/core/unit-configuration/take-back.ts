import { AppError } from '../errors.ts';
import { type EventCategory, eventIssues, type ProfileEvents, tidyEvents } from '../profiles/events.ts';
import type { Settings } from '../profiles/settings/setting.ts';
import { settingIssues, type Version } from '../profiles/settings/settings.ts';
import { CATEGORY, EVENT, isEventData } from './configuration.ts';
import type { Reported } from './reported.ts';
import type { ConfigurationType } from './sync-queue.ts';

/** The settings or events that a unit should have when those that wait are deleted: what it reported. Values that a save would refuse stay as they are. */
export function takenBack(
  version: Version,
  type: ConfigurationType,
  desired: { Settings: Settings; Events: ProfileEvents },
  { settings }: Pick<Reported, 'settings'>,
): { Settings: Settings; Events: ProfileEvents } {
  if (type === 'EVENTDATA') return { ...desired, Events: reportedEvents(version, settings) };
  const isKept = ([name, value]: [string, Settings[string]]) =>
    name in desired.Settings && settingIssues(version, { [name]: value }).length === 0;
  const reported = Object.entries(settings).filter((one) => !isEventData(one[0]) && isKept(one));
  return { ...desired, Settings: { ...desired.Settings, ...Object.fromEntries(reported) } };
}

function reportedEvents({ UnitModel }: Version, settings: Settings): ProfileEvents {
  const below = (prefix: string) =>
    Object.entries(settings)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), String(value)] as const);
  const categories = below(CATEGORY).map(([CategoryName, phones]): EventCategory => {
    const [Phone1 = '', Phone2 = ''] = phones.split(',');
    return { CategoryName, Phone1, Phone2 };
  });
  const events = tidyEvents({ categories, groups: Object.fromEntries(below(EVENT)) });
  // The unit has these categories side by side already.
  if (eventIssues(UnitModel, events, events).length > 0)
    throw new AppError(
      'CONFLICT',
      'The unit reported events that cannot be saved. Save the events that it should have',
    );
  return events;
}
