import { isAlarm } from '#core/history/alarm.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { reportedLocationOf } from '#core/location/reported-location.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { unitStore } from '#data/units/units.ts';
import type { ReportMessage } from './message.ts';
import { eventOf } from './readings.ts';

/** The id of a report among those of its unit. */
export const reportIdOf = ({ id, UnitSerNum }: ReportMessage) => id.slice(`${UnitSerNum}-`.length);

/** Stores the event of a report, and where the unit was. Does nothing for a report of another kind. */
export async function keepEvent(message: ReportMessage, report: UnitReport): Promise<void> {
  const reportId = reportIdOf(message);
  const { receivedAt, sequence, claimedTime } = message;
  const event = eventOf(report, { receivedAt, sequence, claimedTime });
  const isKept = event === undefined || (await isKeptWithItsTime(message, reportId, event));
  const place = reportedLocationOf(report);
  if (place && isKept) await locationLogStore.record(message.UnitSerNum, reportId, place);
}

/** False if the event is stored with another time: its unit sent it again, and meanwhile its clock was judged otherwise or the receipt was later. */
async function isKeptWithItsTime(
  { UnitSerNum, receivedAt, claimedTime }: ReportMessage,
  reportId: string,
  found: UnitEvent,
): Promise<boolean> {
  const once = claimedTime !== undefined;
  // A wrong time can become right, and a right one too old. One that is ahead was never right before.
  const isKeptOtherwise = once
    ? claimedTime < receivedAt && (await unitLogStore.hasEvent(UnitSerNum, reportId, instant(claimedTime)))
    : await unitLogStore.isTimedByReceipt(UnitSerNum, reportId);
  if (isKeptOtherwise) return false;
  const [unit] = await unitStore.getMany(WHOLE_TREE, [UnitSerNum]);
  const event = { ...found, ...(unit?.Report === 0 && { disabled: true }) };
  if (isAlarm(event)) await recordAlarm(UnitSerNum, reportId, event, { once }, Date.now());
  else if (once) await unitLogStore.recordEventOnce(UnitSerNum, reportId, event);
  else await unitLogStore.recordEvent(UnitSerNum, reportId, event);
  return !once || unitLogStore.hasEvent(UnitSerNum, reportId, event.timeStamp);
}
