import { dashboardTopic, openAlarmsTopic, operatorAlarmsTopic } from '#core/live/messages.ts';
import { unitEventsTopic } from '#core/monitoring-centers/alarm.ts';
import { EventEntity } from '../history/unit-log.ts';
import { type AreaData, newsOf, reactTo } from '../kit/area.ts';
import { UnitEntity } from '../units/units.ts';
import { AlarmEntity } from './alarms.ts';
import { deliveryReactions } from './deliver-alarms.ts';
import { DeliveryEntity } from './deliveries.ts';
import { mailEscalation } from './escalation.ts';
import { moveOpenAlarms } from './record-alarm.ts';

const newsOfUnit = ({ UnitSerNum }: { UnitSerNum: string }) => ({ topic: unitEventsTopic(UnitSerNum), message: {} });

/** Tells only that there is something new. The reader asks for the events and the board that its rights show. */
export const area: AreaData = {
  news: [
    newsOf(EventEntity, newsOfUnit),
    newsOf(AlarmEntity, (alarm) => [
      newsOfUnit(alarm),
      ...(alarm.listing?.dealers ?? []).flatMap((DealerKey) =>
        [openAlarmsTopic, operatorAlarmsTopic, dashboardTopic].map((topicOf) => ({
          topic: topicOf(DealerKey),
          message: {},
        })),
      ),
    ]),
    newsOf(DeliveryEntity, newsOfUnit),
  ],
  reactions: [
    ...deliveryReactions,
    reactTo(AlarmEntity, {
      name: 'mail an escalated alarm',
      message: ({ before, after }) =>
        after?.listing?.unmailed && before?.dueAt !== after.dueAt
          ? { UnitSerNum: after.UnitSerNum, event: after.event }
          : undefined,
      isUrgent: () => true,
      react: (alarm, tools, now) => mailEscalation(alarm, tools, now),
    }),
    reactTo(UnitEntity, {
      name: 'take open alarms along with a unit',
      message: ({ before, after }) =>
        before && before.dealerPath !== after?.dealerPath ? { UnitSerNum: before.UnitSerNum } : undefined,
      react: ({ UnitSerNum }, _tools, now) => moveOpenAlarms(UnitSerNum, now),
    }),
  ],
};
