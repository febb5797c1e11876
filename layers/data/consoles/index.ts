import { holding } from '#core/access.ts';
import { units } from '#core/units/contract.ts';
import type { AreaData, TopicRight } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';

const requireSubject: TopicRight['requireSubject'] = (scope, UnitSerNum) => unitStore.get(scope, UnitSerNum);

export const area: AreaData = {
  topics: {
    console: { access: units.get.access, requireSubject },
    'debug-log': { access: holding('ENGINEER'), requireSubject },
  },
};
