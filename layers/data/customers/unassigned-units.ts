import type { CustomerUnit } from '#core/customers/customer.ts';
import { isAssignable } from '#core/customers/rules.ts';
import { READY, UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { getAll } from '../kit/batch.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UnitByFacetEntity } from '../units/unit-facets.ts';
import { UnitEntity } from '../units/units.ts';
import { UnitCustomerEntity } from './unit-customer.ts';

const MOST_SHOWN = 50;
const SERIAL_NUMBER_LENGTH = 6;

/**
 * The ready units of a dealer whose serial number starts with `search`, at most 50 by serial number: one query for each model. A whole serial
 * number also finds a unit that is in service without a customer.
 */
export async function unassignedUnits(
  { DealerKey, dealerPath }: { DealerKey: number; dealerPath: string },
  search: string,
): Promise<{ units: CustomerUnit[]; more: boolean }> {
  const rows = await Promise.all(
    UNIT_MODELS.map((UnitModel) =>
      UnitByFacetEntity.query
        .byFacet({ facet: 'UnitStatus', UnitModel, condition: 'out', value: String(READY) })
        .between({ dealerPath, UnitSerNum: search }, { dealerPath, UnitSerNum: endOfPrefix(search) })
        .go({ limit: MOST_SHOWN }),
    ),
  );
  const ready = rows.flatMap(({ data }) => data.map(({ UnitSerNum }) => UnitSerNum));
  const asked = search.length === SERIAL_NUMBER_LENGTH ? [search] : [];
  const keys = [...new Set([...asked, ...ready])]
    .sort()
    .slice(0, MOST_SHOWN)
    .map((UnitSerNum) => ({ UnitSerNum }));
  const [units, links]: [UnitRecord[], { UnitSerNum: string }[]] = await Promise.all([
    getAll(UnitEntity, keys, { consistent: true }),
    getAll(UnitCustomerEntity, keys, { consistent: true }),
  ]);
  const linked = new Set(links.map(({ UnitSerNum }) => UnitSerNum));
  return {
    units: units
      .filter((unit) => unit.DealerKey === DealerKey && isAssignable(unit.UnitStatus) && !linked.has(unit.UnitSerNum))
      .sort((one, other) => (one.UnitSerNum < other.UnitSerNum ? -1 : 1))
      .map(({ UnitSerNum, UnitModel, UnitStatus, UnitID }) => ({ UnitSerNum, UnitModel, UnitStatus, UnitID })),
    more: ready.length > MOST_SHOWN || rows.some(({ cursor }) => cursor !== null),
  };
}
