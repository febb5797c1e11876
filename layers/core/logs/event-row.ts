import { z } from 'zod';
import { UnitEvent } from '../history/ping.ts';
import { eventName } from '../profiles/event-definitions.ts';
import { Instant } from '../time.ts';
import { fullUnitID, SerialNumber, type Unit, UnitModel } from '../units/unit.ts';

/** One event in the event log [P3-E04]. */
export const EventRow = UnitEvent.omit({ timeStamp: true, eventType: true }).extend({
  EventName: z.string(),
  /** The Contact ID code. Absent for what no code names, such as a restart. */
  EventCode: z.number().int().optional(),
  TimeStamp: Instant,
  UnitModel,
  FullUnitID: z.string(),
  UnitSerNum: SerialNumber,
});
export type EventRow = z.infer<typeof EventRow>;

const WITH_CODE = /^Event (\d+)( restored| still present)?$/;

/** The event in the fields of the event log. */
export function eventRowOf(
  { timeStamp, eventType, ...event }: UnitEvent,
  unit: Pick<Unit, 'UnitSerNum' | 'UnitModel' | 'UnitLineID' | 'UnitID'>,
): EventRow {
  const [, code, restored = ''] = WITH_CODE.exec(eventType) ?? [];
  return {
    ...event,
    TimeStamp: timeStamp,
    EventName: code === undefined ? eventType : `${eventName(code)}${restored}`,
    ...(code !== undefined && { EventCode: Number(code) }),
    UnitModel: unit.UnitModel,
    FullUnitID: fullUnitID(unit),
    UnitSerNum: unit.UnitSerNum,
  };
}
