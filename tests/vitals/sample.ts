import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  named: [{ name: '400226', missing: 'ZZ9993' }],
  /** Samples of demo units give the unit of the other samples a status in which nobody wears it. */
  async add() {
    await aUnit({ number: 226, dealer: 220, UnitStatus: 9 });
  },
};
