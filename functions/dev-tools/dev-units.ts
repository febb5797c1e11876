import { type DevUnit, devSimOf } from '#core/dev-tools/dev-unit.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import type { SearchField } from '#core/units/search.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { devSimStore } from '#data/repair/dev-sims.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';

/** A search reads at most so many units. */
const MAX_FOUND = 200;

/** The units in the scope with a developer SIM, page by page in the order of the SIMs. */
export async function devUnits(scope: Scope, request: PageRequest): Promise<Page<DevUnit>> {
  const { items, cursor } = await devSimStore.list(scope, request);
  const found = await Promise.all(items.map(({ ICCID }) => unitLookupStore.find(scope, 'ICCID', ICCID, 1)));
  const serialNumbers = [...new Set(found.flatMap((one) => one.serialNumbers))];
  const simsOfPage = new Set(items.map(({ ICCID }) => ICCID));
  return { items: await shown(scope, serialNumbers, simsOfPage), cursor };
}

/** The units in the scope with a developer SIM that a search finds. */
export async function foundDevUnits(scope: Scope, field: SearchField, text: string): Promise<DevUnit[]> {
  const [{ serialNumbers }, sims] = await Promise.all([
    unitLookupStore.find(scope, field, text, MAX_FOUND),
    devSimStore.all(scope),
  ]);
  return shown(scope, serialNumbers.slice(0, MAX_FOUND), new Set(sims.map(({ ICCID }) => ICCID)));
}

async function shown(scope: Scope, serialNumbers: readonly string[], sims: ReadonlySet<string>): Promise<DevUnit[]> {
  const units = await shownUnits(await unitStore.getMany(scope, serialNumbers), Date.now());
  return units.flatMap((unit) => {
    const sim = devSimOf(unit, (iccid) => sims.has(iccid));
    if (!sim) return [];
    const { UnitSerNum, UnitModel, UnitStatus, FirmVer, IMEI, DealerKey, DealerName, lastPing } = unit;
    return [
      {
        ...{ UnitSerNum, UnitModel, UnitStatus, FirmVer, IMEI, DealerKey, DealerName, ...sim },
        FullUnitID: fullUnitID(unit),
        ...(lastPing && { lastPingTime: lastPing.lastPingTime }),
      },
    ];
  });
}
