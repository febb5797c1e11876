import type { UnitEvent } from './ping.ts';
import { outcomeOfTest } from './unit-test.ts';

/** Contact ID (SIA DC-05): loss of supervision of an accessory (381, 382), periodic test report (602, 608). No alarm is one of them. */
const SUPERVISORY_EVENT = /^Event (381|382|602|608)\b/;

/** True for a signal that only says whether the unit and its accessories are still there. */
export const isSupervisory = ({ eventType }: Pick<UnitEvent, 'eventType'>) =>
  SUPERVISORY_EVENT.test(eventType) || outcomeOfTest('supervised', { eventType }) !== undefined;

/** Which events a log shows beside the others. */
export interface EventChoice {
  supervisory: boolean;
  disabled: boolean;
}

export const isChosen = (event: Pick<UnitEvent, 'eventType' | 'disabled'>, { supervisory, disabled }: EventChoice) =>
  (supervisory || !isSupervisory(event)) && (disabled || !event.disabled);
