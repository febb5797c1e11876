import { UnitSecretEntity, UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  named: [
    { name: '400220', missing: 'ZZ9999' },
    { name: '400221', missing: 'ZZ9998' },
    { name: '400222', missing: 'ZZ9997' },
    { name: '400223', missing: 'ZZ9996' },
  ],
  /** The first gets a secret, which ends its connection. The second moves to another dealer. The third loses its secret. So none is the unit of the other samples. */
  async add() {
    await aUnit({ number: 221, dealer: 220 });
    await aUnit({ number: 222, dealer: 220 });
    const { UnitSerNum } = await aUnit({ number: 223, dealer: 220 });
    await UnitWithoutSecretEntity.delete({ UnitSerNum }).go();
    const secret = Buffer.alloc(32, 7).toString('base64url');
    await UnitSecretEntity.put({ UnitSerNum, secret, since: '2026-11-01T00:00:00.000Z' }).go();
  },
};
