import { UnitEntity } from '#data/units/units.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import type { Sample } from '#support/samples.ts';

/** The unit has two SIMs that wait for voice: the first has no number that people can dial, the network has written to the second. */
export const sample: Sample = {
  add: ({ unit: { UnitSerNum } }) =>
    UnitEntity.patch({ UnitSerNum })
      .set({
        ICCID1: iccidOf(0, 220, 'provisioningVoice'),
        ICCID1Carrier: 0,
        ICCID1State: 36,
        ICCID2: iccidOf(1, 220, 'provisioningVoice'),
        ICCID2Carrier: 1,
        ICCID2State: 36,
      })
      .go(),
};
