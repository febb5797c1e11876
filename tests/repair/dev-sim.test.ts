import { describe, expect, it } from 'vitest';
import { DevSim, DevSimInput } from '#core/repair/dev-sim.ts';
import { DevSimEntity } from '#data/repair/dev-sims.ts';
import { expectAgreement } from '#support/agreement.ts';

describe('a developer SIM', () => {
  it('has the fields of its entity', () => expectAgreement(DevSimEntity, DevSim, ['DealerKey']));

  it.each(['', '8901170227814536121', '890117022781453612100', '8901170227814536121A'])(
    'has 20 digits, not %j',
    (ICCID) => {
      const { error } = DevSimInput.safeParse({ ICCID });
      expect(error?.issues.map(({ message }) => message)).toEqual(['An ICCID has 20 digits']);
    },
  );
});
