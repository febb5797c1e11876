import { type DevUnit, devSimOf, MOST_SEARCHED } from '#core/dev-tools/dev-unit.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import type { SearchField } from '#core/units/search.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { devSimStore } from '#data/repair/dev-sims.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';

/** The units in the scope with a developer SIM, page by page in the order of the SIMs. */
export async function devUnits(scope: Scope, request: PageRequest): Promise<Page<DevUnit>> {
  const { items, cursor } = await devSimStore.list(scope, request);
  const found = await Promise.all(items.map(({ ICCID }) => unitLookupStore.find(scope, 'ICCID', ICCID, 1)));
  const serialNumbers = [...new Set(found.flatMap((one) => one.serialNumbers))];
  const simsOfPage = new Set(items.map(({ ICCID }) => ICCID));
  return { items: await shown(scope, serialNumbers, simsOfPage), cursor };
}

interface FoundDevUnits {
  items: DevUnit[];
  /** Other units may be found too. */
  more: boolean;
}

/** The units in the scope with a developer SIM that a search finds, among the first that it reads. */
export async function foundDevUnits(scope: Scope, field: SearchField, text: string): Promise<FoundDevUnits> {
  const [{ serialNumbers, more }, sims] = await Promise.all([
    unitLookupStore.find(scope, field, text, MOST_SEARCHED),
    devSimStore.all(scope),
  ]);
  return { items: await shown(scope, serialNumbers, new Set(sims.map(({ ICCID }) => ICCID))), more };
}

async function shown(scope: Scope, serialNumbers: readonly string[], sims: ReadonlySet<string>): Promise<DevUnit[]> {
  const units = await shownUnits(scope, await unitStore.getMany(scope, serialNumbers), Date.now());
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
