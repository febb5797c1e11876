import type { Occurrence } from '#core/dealer-settings/occurrence.ts';
import { isAlarm, isUrgent } from '#core/history/alarm.ts';
import { countedAs } from '#core/history/counted.ts';
import {
  alarmOccurrence,
  downloadOccurrence,
  isSilence,
  LOGIN_REFUSED,
  loginRefusedOccurrence,
  silenceOccurrence,
  TAKEN_OVER,
  takeOverOccurrence,
} from '#core/history/occurrences.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { CONTACT_EVENTS } from '#core/units/contact.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';
import { UnitChangeEntity } from './change-log.ts';
import { countChange } from './count-change.ts';
import { ProtocolLogEntity } from './protocol-log.ts';
import { EventEntity, unitLogStore } from './unit-log.ts';

/** What is older is logged, but causes no notification. */
const NOTIFIED_FOR_MS = DAY;
const isOld = (at: string, now: number) => now - Date.parse(at) > NOTIFIED_FOR_MS;

const unitOf = async (UnitSerNum: string) => (await unitStore.getMany(WHOLE_TREE, [UnitSerNum]))[0];

const hasType =
  (type: string) =>
  ({ eventType }: UnitEvent): boolean =>
    eventType === type;

/** Notifies of the new events that `applies` picks. `since` says from when on an event grows old. */
const notifyOf = (
  name: string,
  applies: (event: UnitEvent) => boolean,
  occurrenceOf: (unit: UnitRecord, event: UnitEvent, place: string) => Occurrence,
  since = ({ timeStamp }: UnitEvent) => timeStamp,
) =>
  reactTo(EventEntity, {
    name,
    message({ before, after }, now) {
      if (before || !after || !applies(after.content) || isOld(since(after.content), now)) return undefined;
      const { UnitSerNum, place, content } = after;
      return { UnitSerNum, place, content };
    },
    isUrgent: ({ content }) => isUrgent(content as UnitEvent),
    async react({ UnitSerNum, place, content }, tools, now) {
      const unit = await unitOf(UnitSerNum);
      if (unit) await notify(occurrenceOf(unit, content, place), tools, now);
    },
  });

export const area: AreaData = {
  reactions: [
    reactTo(UnitChangeEntity, {
      name: 'count a change of a unit',
      message({ before, after }) {
        if (before || !after) return undefined;
        const { UnitSerNum, log, content } = after;
        return { UnitSerNum, log, kind: countedAs(after), at: content.at };
      },
      react: ({ UnitSerNum, log, kind, at }) => countChange(UnitSerNum, log, kind, at),
    }),
    notifyOf('notify of an alarm', isAlarm, alarmOccurrence, ({ receivedAt }) => receivedAt),
    notifyOf('notify of a taken-over connection', hasType(TAKEN_OVER), takeOverOccurrence),
    notifyOf('notify of a refused login', hasType(LOGIN_REFUSED), loginRefusedOccurrence),
    notifyOf('notify of a silent unit', isSilence, silenceOccurrence),
    reactTo(EventEntity, {
      name: 'count an event of silence',
      message({ before, after }) {
        if (before || !after || !CONTACT_EVENTS.includes(after.content.eventType)) return undefined;
        return { UnitSerNum: after.UnitSerNum, at: after.content.timeStamp };
      },
      react: ({ UnitSerNum, at }) => unitLogStore.countEvent(UnitSerNum, at),
    }),
    reactTo(ProtocolLogEntity, {
      name: 'notify of a failed download',
      message({ before, after }, now) {
        if (before || after?.messageType !== 'download' || after.content?.stage !== 'failed') return undefined;
        const { UnitSerNum, place, content } = after;
        return isOld(place.split('~')[0]!, now) ? undefined : { UnitSerNum, place, what: String(content.MessageType) };
      },
      async react({ UnitSerNum, place, what }, tools, now) {
        const unit = await unitOf(UnitSerNum);
        if (unit) await notify(downloadOccurrence(unit, what, place), tools, now);
      },
    }),
  ],
};
