import { monitoringCentres } from '#core/access.ts';
import { HISTORY_READERS } from '#core/history/access.ts';
import { requireDealerOfTopic } from '../dealers/topic-subject.ts';
import type { TopicRight } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';

export const topics: Readonly<Record<string, TopicRight>> = {
  'unit-events': {
    access: monitoringCentres,
    requireSubject: (scope, UnitSerNum) => unitStore.get(scope, UnitSerNum),
  },
  'open-alarms': { access: HISTORY_READERS, requireSubject: requireDealerOfTopic },
  'operator-alarms': { access: monitoringCentres, requireSubject: requireDealerOfTopic },
};
