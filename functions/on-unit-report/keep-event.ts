import { asNew, needsPerson } from '#core/history/alarm.ts';
import { isStillPresent } from '#core/history/event-code.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { reportedLocationOf } from '#core/location/reported-location.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { instant, MINUTE } from '#core/time.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { isKnownToGoOn } from '#data/monitoring-centers/alarms-of-end.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { unitStore } from '#data/units/units.ts';
import type { ReportMessage } from './message.ts';
import { eventOf } from './readings.ts';

/** From here on, the clock of a unit may be judged otherwise when it sends the report again. The bridge does so from ten minutes ahead. */
const DOUBTED_FROM_MS = MINUTE;

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
  const claimed = once ? instant(claimedTime) : undefined;
  const isKeptOtherwise =
    claimed === undefined
      ? await unitLogStore.isTimedByReceipt(UnitSerNum, reportId)
      : await unitLogStore.hasEvent(UnitSerNum, reportId, claimed);
  if (isKeptOtherwise) return false;
  const isDoubted = Math.abs(Date.parse(found.timeStamp) - receivedAt) > DOUBTED_FROM_MS;
  const [unit] = await unitStore.getMany(WHOLE_TREE, [UnitSerNum]);
  const event = await asAlarm(UnitSerNum, reportId, { ...found, ...(unit?.Report === 0 && { disabled: true }) });
  if (needsPerson(event)) await recordAlarm(UnitSerNum, reportId, event, { once, claimed }, Date.now());
  else if (once) await unitLogStore.recordEventOnce(UnitSerNum, reportId, event, claimed);
  else if (isDoubted) await unitLogStore.recordDoubtedEvent(UnitSerNum, reportId, event);
  else await unitLogStore.recordEvent(UnitSerNum, reportId, event);
  return (!once && !isDoubted) || unitLogStore.hasEvent(UnitSerNum, reportId, event.timeStamp);
}

/** The event as a new alarm, if it says that something is still present of which the server knows nothing: the first report of it may be lost. */
async function asAlarm(UnitSerNum: string, reportId: string, event: UnitEvent): Promise<UnitEvent> {
  if (!isStillPresent(event) || !needsPerson(asNew(event))) return event;
  return (await isKnownToGoOn(UnitSerNum, reportId, event)) ? event : asNew(event);
}
