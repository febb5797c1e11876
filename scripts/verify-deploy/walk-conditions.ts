import assert from 'node:assert/strict';
import { instant } from '#core/time.ts';
import { UnitFacetsEntity } from '#data/units/unit-facets.ts';
import { CONDITIONS_DUE } from '#infra/wiring.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { runOnce } from './functions.ts';
import type { Step } from './steps.ts';

/** The scheduled run that moves units to another condition. Its schedule is not awaited: the step runs it. */
export function walkConditions(emulator: Emulator, { tableName: table }: Deployed, UnitSerNum: string): Step[] {
  return [
    {
      name: 'a scheduled run settles a unit that is due',
      async run() {
        const due = instant(0);
        await UnitFacetsEntity.patch({ UnitSerNum }).set({ changesAt: due }).go({ table });
        assert.deepEqual(await runOnce(emulator, CONDITIONS_DUE.consumer), { failed: 0 });
        const { data } = await UnitFacetsEntity.get({ UnitSerNum }).go({ table, consistent: true });
        assert.ok(data && data.changesAt > due);
      },
    },
  ];
}
