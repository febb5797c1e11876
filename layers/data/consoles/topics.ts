import { holding } from '#core/access.ts';
import { UNIT_READERS } from '#core/units/access.ts';
import type { TopicRight } from '../kit/area.ts';
import { requireHeldAlarm } from '../monitoring-centers/held-alarms.ts';
import { unitStore } from '../units/units.ts';

const requireSubject: TopicRight['requireSubject'] = (scope, UnitSerNum) => unitStore.get(scope, UnitSerNum);

export const topics: Readonly<Record<string, TopicRight>> = {
  console: {
    access: UNIT_READERS,
    requireSubject,
    requireOperator: (scope, UnitSerNum) => requireHeldAlarm(scope, UnitSerNum, Date.now()),
  },
  'debug-log': { access: holding('ENGINEER'), requireSubject },
};
