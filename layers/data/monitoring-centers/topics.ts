import { monitoringCentres } from '#core/access.ts';
import { HISTORY_READERS } from '#core/history/access.ts';
import { dealerStore } from '../dealers/dealers.ts';
import type { TopicRight } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';

const ofDealer: TopicRight['requireSubject'] = (scope, DealerKey) => dealerStore.get(scope, Number(DealerKey));

export const topics: Readonly<Record<string, TopicRight>> = {
  'unit-events': {
    access: monitoringCentres,
    requireSubject: (scope, UnitSerNum) => unitStore.get(scope, UnitSerNum),
  },
  'open-alarms': { access: HISTORY_READERS, requireSubject: ofDealer },
  'operator-alarms': { access: monitoringCentres, requireSubject: ofDealer },
};
