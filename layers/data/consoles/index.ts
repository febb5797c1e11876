import { units } from '#core/units/contract.ts';
import type { AreaData, TopicRight } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';

const readersOfTheUnit: TopicRight = {
  access: units.get.access,
  requireSubject: (scope, UnitSerNum) => unitStore.get(scope, UnitSerNum),
};

export const area: AreaData = {
  topics: { console: readersOfTheUnit, 'debug-log': readersOfTheUnit },
};
