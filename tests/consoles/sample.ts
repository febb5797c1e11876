import { DAY } from '#core/time.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  add: ({ unit: { UnitSerNum } }) =>
    unitConnectionStore.claim(
      UnitSerNum,
      { bridgeId: 'bridge-1', bridgeAddress: 'http://10.0.0.1:8201' },
      Date.now(),
      365 * DAY,
    ),
};
