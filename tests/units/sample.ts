import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  named: [
    { name: '400220', missing: 'ZZ9999' },
    { name: '400221', missing: 'ZZ9998' },
    { name: '400222', missing: 'ZZ9997' },
  ],
  /** The first gets a secret, which ends its connection. The second moves to another dealer. So neither is the unit of the other samples. */
  async add() {
    await aUnit({ number: 221, dealer: 220 });
    await aUnit({ number: 222, dealer: 220 });
  },
};
