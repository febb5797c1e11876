import { UnitEntity } from '#data/units/units.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import type { Sample } from '#support/samples.ts';

/** The unit has two SIMs. The second one waits for voice although the network has written to it. */
export const sample: Sample = {
  add: ({ unit: { UnitSerNum } }) =>
    UnitEntity.patch({ UnitSerNum })
      .set({
        ICCID1: iccidOf(0, 220),
        ICCID1Carrier: 0,
        ICCID1State: 14,
        ICCID2: iccidOf(1, 220, 'provisioningVoice'),
        ICCID2Carrier: 1,
        ICCID2State: 36,
      })
      .go(),
};
