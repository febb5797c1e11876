import assert from 'node:assert/strict';
import { instant } from '#core/time.ts';
import { CONDITIONS_DUE } from '#infra/wiring.ts';
import type { Emulator } from './emulator.ts';
import { runOnce } from './functions.ts';
import type { Step } from './steps.ts';

/** The scheduled run that moves units to another condition. Its schedule is not awaited: the step runs it. */
export function walkConditions(emulator: Emulator, UnitSerNum: string): Step[] {
  return [
    {
      name: 'a scheduled run settles a unit that is due',
      async run() {
        // Stores read the environment when they are loaded.
        const { UnitFacetsEntity } = await import('#data/units/unit-facets.ts');
        const due = instant(0);
        await UnitFacetsEntity.patch({ UnitSerNum }).set({ changesAt: due }).go();
        assert.deepEqual(await runOnce(emulator, CONDITIONS_DUE.consumer), { failed: 0 });
        const { data } = await UnitFacetsEntity.get({ UnitSerNum }).go({ consistent: true });
        assert.ok(data && data.changesAt > due);
      },
    },
  ];
}
