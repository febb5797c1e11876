import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  named: [
    { name: '400220', missing: 'ZZ9999' },
    { name: '400221', missing: 'ZZ9998' },
  ],
  /** Gets a secret, which ends its connection. So it is not the unit of the other samples. */
  add: () => aUnit({ number: 221, dealer: 220 }),
};
