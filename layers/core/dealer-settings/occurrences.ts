import type { UnitEvent } from '../history/ping.ts';
import { CARRIER_NAMES } from '../sims/carrier.ts';
import { SimState, simStateLabel } from '../sims/sim-state.ts';
import type { LastPing } from '../units/unit.ts';
import type { Reason } from './notification-settings.ts';

/** Something that happened, for which a dealer may want to be written to. */
export interface Occurrence {
  /** The same for the same occurrence, however often it is noticed. */
  id: string;
  reason: Reason;
  DealerKey: number;
  /** One line, made of nothing that people type. */
  subject: string;
  text: string;
}

/** The part of a unit that occurrences are seen in. */
export interface WatchedUnit {
  UnitSerNum: string;
  UnitModel: string;
  DealerKey: number;
  lastPing?: LastPing | undefined;
  lastPingAt?: string | undefined;
  ICCID1?: string | undefined;
  ICCID1State?: number | undefined;
  ICCID1Carrier?: number | undefined;
  ICCID2?: string | undefined;
  ICCID2State?: number | undefined;
  ICCID2Carrier?: number | undefined;
}

const ofUnit = (
  { UnitSerNum, UnitModel, DealerKey }: Pick<WatchedUnit, 'UnitSerNum' | 'UnitModel' | 'DealerKey'>,
  reason: Reason,
  id: string,
  happened: string,
): Occurrence => ({
  id: `${reason}:${UnitSerNum}:${id}`,
  reason,
  DealerKey,
  subject: `${reason}: unit ${UnitSerNum}`,
  text: `Unit ${UnitSerNum} (${UnitModel}): ${happened}`,
});

/** What happened between two states of a unit: its battery went low, its power went, the state of a SIM changed. */
export function unitOccurrences(before: WatchedUnit, after: WatchedUnit): Occurrence[] {
  const found: Occurrence[] = [];
  const [was, is] = [before.lastPing, after.lastPing];
  const heard = is !== undefined && after.lastPingAt !== before.lastPingAt ? after.lastPingAt : undefined;
  if (heard !== undefined && is?.lowpower === true && was?.lowpower !== true)
    found.push(ofUnit(after, 'Low Battery', heard, `the battery was reported low at ${heard}.`));
  if (heard !== undefined && is?.acPower === false && was?.acPower === true)
    found.push(ofUnit(after, 'Power Lost', heard, `external power was reported lost at ${heard}.`));
  for (const slot of [1, 2] as const) found.push(...simOccurrences(before, after, slot));
  return found;
}

function simOccurrences(before: WatchedUnit, after: WatchedUnit, slot: 1 | 2): Occurrence[] {
  const [from, to] = [before[`ICCID${slot}State`], after[`ICCID${slot}State`]];
  const iccid = after[`ICCID${slot}`];
  if (from === undefined || to === undefined || from === to || iccid !== before[`ICCID${slot}`]) return [];
  const carrier = CARRIER_NAMES[after[`ICCID${slot}Carrier`] as keyof typeof CARRIER_NAMES] ?? 'its carrier';
  const happened = `SIM ${slot} (${iccid}) of ${carrier} went from ${stateWord(from)} to ${stateWord(to)}.`;
  return [ofUnit(after, 'SIM State Changed', `${iccid}:${from}:${to}`, happened)];
}

function stateWord(state: number): string {
  const known = SimState.safeParse(state).data;
  return known === undefined ? String(state) : simStateLabel(known, { engineer: false });
}

/** Events of the class 100 of Contact ID (SIA DC-05) are alarms. */
const ALARM = /^Event 1\d\d$/;

/** An alarm that is no test and not the end of one; undefined for every other event. `place` tells events of a unit apart. */
export function eventOccurrence(
  unit: Pick<WatchedUnit, 'UnitSerNum' | 'UnitModel' | 'DealerKey'>,
  event: Pick<UnitEvent, 'eventType' | 'detail' | 'timeStamp' | 'zone'>,
  place: string,
): Occurrence | undefined {
  if (!isAlarm(event)) return undefined;
  const zone = event.zone === undefined ? '' : `, zone ${event.zone}`;
  return ofUnit(unit, 'Emergency', place, `an alarm (${event.eventType}${zone}) was raised at ${event.timeStamp}.`);
}

export const isAlarm = ({ eventType, detail }: Pick<UnitEvent, 'eventType' | 'detail'>) =>
  ALARM.test(eventType) && detail !== 'Test';

/** A download that a unit gave up. */
export const downloadOccurrence = (
  unit: Pick<WatchedUnit, 'UnitSerNum' | 'UnitModel' | 'DealerKey'>,
  what: string,
  place: string,
): Occurrence => ofUnit(unit, 'Failed to Download', place, `it failed to download ${what}.`);

/** A reminder that did not reach its unit. */
export const reminderOccurrence = (
  unit: Pick<WatchedUnit, 'UnitSerNum' | 'UnitModel' | 'DealerKey'>,
  { Message, MessageTime }: { Message: string; MessageTime: string },
): Occurrence =>
  ofUnit(unit, 'Reminder Missed', `${Message}:${MessageTime}`, `the reminder ${Message} of ${MessageTime} was missed.`);

/** A bulk action of which nothing is left to do. */
export const bulkActionOccurrence = (bulkAction: {
  bchKey: string;
  attempt: number;
  DealerKey: number;
  done: number;
  failed: number;
  total: number;
}): Occurrence => ({
  id: `Bulk Action Finished:${bulkAction.bchKey}:${bulkAction.attempt}`,
  reason: 'Bulk Action Finished',
  DealerKey: bulkAction.DealerKey,
  subject: `Bulk Action Finished: ${bulkAction.done} of ${bulkAction.total} units`,
  text: `A bulk action on ${bulkAction.total} units has finished: ${bulkAction.done} done, ${bulkAction.failed} failed.`,
});
