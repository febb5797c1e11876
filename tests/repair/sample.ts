import { READY } from '#core/units/unit.ts';
import { DevSimEntity } from '#data/repair/dev-sims.ts';
import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const DealerKey = 1;

export const sample: Sample = {
  named: [{ name: '400481', missing: 'ZZ9948' }],
  async add() {
    await aUnit({ dealer: 220, number: 481, UnitModel: 'MXD-LTE', IMEI: '350000000004810' });
    await aUnit({ dealer: 220, number: 482, UnitModel: 'MXD-LTE', IMEI: '350000000004828', UnitStatus: READY });
    await DevSimEntity.put([
      { DealerKey, id: 'devSim-1-of-220', version: 1, ICCID: '89011702278145361210' },
      { DealerKey, id: 'devSim-2-of-220', version: 1, ICCID: '89011702278145361228' },
    ]).go();
  },
};
