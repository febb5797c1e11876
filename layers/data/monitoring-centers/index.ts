import { unitEventsTopic } from '#core/monitoring-centers/alarm.ts';
import { EventEntity } from '../history/unit-log.ts';
import { type AreaData, newsOf } from '../kit/area.ts';
import { AlarmEntity } from './alarms.ts';
import { deliveryReactions } from './deliver-alarms.ts';
import { DeliveryEntity } from './deliveries.ts';

const newsOfUnit = ({ UnitSerNum }: { UnitSerNum: string }) => ({ topic: unitEventsTopic(UnitSerNum), message: {} });

/** Tells only that there is something new. The reader asks for the events that its rights show. */
export const area: AreaData = {
  reactions: deliveryReactions,
  news: [newsOf(EventEntity, newsOfUnit), newsOf(AlarmEntity, newsOfUnit), newsOf(DeliveryEntity, newsOfUnit)],
};
