import type { EventReport } from '../unit-messages/common-reports.ts';
import type { UnitEvent } from './ping.ts';

/** The type under which the log has an event that a unit reported. */
export const eventTypeOf = ({ EventCode, restored }: Pick<EventReport, 'EventCode' | 'restored'>) =>
  `Event ${EventCode}${restored ? ' restored' : ''}`;

/** Events of the class 100 of Contact ID (SIA DC-05) are alarms. */
const ALARM = /^Event 1\d\d$/;

/** True for an alarm that is neither a test nor a restore. */
export const isAlarm = ({ eventType, test }: Pick<UnitEvent, 'eventType' | 'test'>) => ALARM.test(eventType) && !test;
