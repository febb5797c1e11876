import { DemoUnitEntity } from '#data/demo-units/demo-units.ts';
import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const SERIAL_NUMBERS = ['400471', '400472'];

/** One unit for the call of one, and one for the call of many. */
export const sample: Sample = {
  named: SERIAL_NUMBERS.map((name) => ({ name, missing: 'ZZ9947' })),
  async add() {
    for (const name of SERIAL_NUMBERS) {
      const { UnitSerNum, DealerKey, dealerPath } = await aUnit({
        dealer: 220,
        number: Number(name) - 400_000,
        UnitStatus: 5,
      });
      await DemoUnitEntity.put({
        ...{ UnitSerNum, DealerKey, dealerPath, version: 1 },
        Note: 'At the trade fair',
        since: '2026-11-21T17:00:00.000Z',
      }).go();
    }
  },
};
