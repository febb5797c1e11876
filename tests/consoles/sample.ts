import { DAY } from '#core/time.ts';
import { heldUnit } from '#support/held-unit.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  add: ({ unit: { UnitSerNum } }) => heldUnit(UnitSerNum, 'http://127.0.0.1:1', { leaseFor: 365 * DAY }),
};
