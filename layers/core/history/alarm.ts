import { DAY } from '../time.ts';
import type { EventReport } from '../unit-messages/common-reports.ts';
import { isRestored, isStillPresent, type ReportedCode, withoutQualifier } from './event-code.ts';
import type { UnitEvent } from './ping.ts';

/** How long a unit may keep events that it could not send. A clock that names an older time counts as wrong. */
export const KEPT_BY_UNIT_MS = 40 * DAY;

/** The type under which the log has an event that a unit reported. */
export const eventTypeOf = (report: ReportedCode) => {
  const { EventCode, restored, stillPresent } = withoutQualifier(report);
  return `Event ${EventCode}${restored ? ' restored' : stillPresent ? ' still present' : ''}`;
};

/** Events of the class 100 of Contact ID (SIA DC-05) are alarms. */
const ALARM = /^Event 1\d\d$/;

/** True for an alarm that is neither a test nor a restore. */
export const isAlarm = ({ eventType, test }: Pick<UnitEvent, 'eventType' | 'test'>) => ALARM.test(eventType) && !test;

const OF_ALARM = /^Event 1\d\d( restored| still present)?$/;

/** True for an alarm, for its end, and for the repetition that it goes on. */
export const isOfAlarm = ({ eventType }: Pick<UnitEvent, 'eventType'>) => OF_ALARM.test(eventType);

/** The event as a new one, if it says that it is still present. */
export const asNew = <Event extends Pick<UnitEvent, 'eventType'>>(event: Event): Event => ({
  ...event,
  eventType: event.eventType.replace(/ still present$/, ''),
});

/**
 * True for an event that goes ahead of all others: an alarm, or another event for which the unit waits for a person. Tests, ends, and repetitions that an event
 * is still present do not.
 */
export const isUrgent = (event: Pick<UnitEvent, 'eventType' | 'test' | 'awaitsHandling'>): boolean =>
  isAlarm(event) || (event.awaitsHandling === true && !event.test && !isRestored(event) && !isStillPresent(event));

/** The periodic test of Contact ID (SIA DC-05). A receiver takes it, and nobody has to do anything. */
const PERIODIC_TEST = 'Event 602';
export const isPeriodicTest = ({ eventType }: Pick<UnitEvent, 'eventType'>) => eventType === PERIODIC_TEST;

/** True for an event that is on the boards until a person closes it. */
export const needsPerson = (event: Pick<UnitEvent, 'eventType' | 'test' | 'awaitsHandling'>): boolean =>
  isUrgent(event) && !isPeriodicTest(event);

/** True for the report of an urgent event, or of one that is still present: it is urgent if the server does not know it yet. */
export const isUrgentReport = (report: { type: string }): boolean => {
  if (report.type !== 'event') return false;
  const event = report as EventReport;
  return isUrgent(asNew({ ...event, eventType: eventTypeOf(event) }));
};
