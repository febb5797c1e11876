import { demoUnits } from '#core/demo-units/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { changeDemoUnit, requireStatus } from '#data/demo-units/change-demo-unit.ts';
import { demoUnitStore } from '#data/demo-units/demo-units.ts';
import { shownCandidates, shownDemoUnits } from '#data/demo-units/shown.ts';
import { orderUnitStore } from '#data/orders/order-units.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(demoUnits, {
  async list({ input, scope }) {
    const { items, cursor } = await demoUnitStore.list(await within(scope, input.DealerKey), input);
    const units = await unitStore.getMany(
      scope,
      items.map(({ UnitSerNum }) => UnitSerNum),
    );
    return { items: await shownDemoUnits(items, units, Date.now()), cursor };
  },

  async unit({ input, scope }) {
    const unit = await unitStore.get(scope, input.id);
    const demo = await demoUnitStore.get(unit.UnitSerNum);
    const [shown] = await shownCandidates([unit], new Set(demo && [demo.UnitSerNum]), Date.now());
    return shown!;
  },

  /** A unit that has left the scope or the place since is left out. */
  async order({ input: { id, ...request }, scope }) {
    const { items, cursor } = await orderUnitStore.list(scope, id, request);
    const serialNumbers = items.flatMap(({ UnitSerNum, isHistory }) => (isHistory ? [] : [UnitSerNum]));
    const [units, demos] = await Promise.all([
      unitStore.getMany(scope, serialNumbers),
      Promise.all(serialNumbers.map((UnitSerNum) => demoUnitStore.get(UnitSerNum))),
    ]);
    const known = new Set(demos.flatMap((demo) => demo?.UnitSerNum ?? []));
    return { items: await shownCandidates(units, known, Date.now()), cursor };
  },

  /** All or none for a status that cannot follow. Then unit by unit, so that one that somebody else changes fails alone. */
  async updateMany({ input, scope }) {
    const wanted = [...new Set(input.units)];
    const units = await unitStore.getMany(scope, wanted);
    if (units.length < wanted.length) throw new AppError('NOT_FOUND', 'There is no such unit');
    requireStatus(units, input.UnitStatus);
    const now = Date.now();
    const changed: string[] = [];
    const failed: { UnitSerNum: string; message: string }[] = [];
    for (const unit of units) {
      const { UnitSerNum } = unit;
      try {
        await changeDemoUnit(scope, unit, { UnitStatus: input.UnitStatus }, now);
        changed.push(UnitSerNum);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failed.push({ UnitSerNum, message: error.message });
      }
    }
    return { changed, failed };
  },

  async update({ input: { UnitSerNum, ...wanted }, scope }) {
    const now = Date.now();
    await changeDemoUnit(scope, await unitStore.get(scope, UnitSerNum), wanted, now);
    const unit = await unitStore.get(scope, UnitSerNum);
    const demo = await demoUnitStore.get(UnitSerNum);
    const [shown] = await shownDemoUnits(demo ? [demo] : [], [unit], now);
    if (!shown) throw new AppError('NOT_FOUND', 'There is no such demo unit');
    return shown;
  },
});

/** The scope of a dealer in the scope. NOT_FOUND if it is not. */
async function within(scope: Scope, DealerKey: number | undefined): Promise<Pick<Scope, 'dealerPath'>> {
  return DealerKey === undefined ? scope : dealerStore.get(scope, DealerKey);
}
