import { monitoringCentres } from '#core/access.ts';
import type { TopicRight } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';

export const topics: Readonly<Record<string, TopicRight>> = {
  'unit-events': {
    access: monitoringCentres,
    requireSubject: (scope, UnitSerNum) => unitStore.get(scope, UnitSerNum),
  },
};
