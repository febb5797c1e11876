import { dealerKeysOf } from '#core/scope.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import { client, tableName } from '#data/kit/table.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from '#data/units/units.ts';
import { createTable } from '#local/create-table.ts';
import { DEALERS } from '#scripts/seed/dealers.ts';
import { facetCounter, facetItems } from '#scripts/seed/facets.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';

/** The dealer of the fleet, and its user. */
export const DEALER = DEALERS.find(({ DealerKey }) => DealerKey === 22)!;
export const DEALER_USER = 'dealer@northwind.example';

export interface Fleet {
  size: number;
  table: string;
  /** The number of units with the model that the list shows first. */
  listed: number;
}

/** Creates the table TABLE_NAME without its stream: no benchmark reads it, and writes take a third less. */
export async function newTable(): Promise<void> {
  await createTable(client, tableName(), { stream: false });
}

/** A table with that many units of one dealer without a secret, their counts and facets, and the lookups that the measured searches read. */
export async function fillFleet(size: number): Promise<Fleet> {
  const usual = tableName();
  const fleet: Fleet = { size, table: `fleet-${size}`, listed: 0 };
  process.env.TABLE_NAME = fleet.table;
  try {
    await newTable();
    await writeAll(itemsOf(fleet), () => {});
  } finally {
    process.env.TABLE_NAME = usual;
  }
  return fleet;
}

function* itemsOf(fleet: Fleet) {
  const counts = new Map<string, number>();
  const facetCounts = facetCounter();
  const now = Date.now();
  for (const unit of seedUnits({ count: fleet.size, now, dealerKey: DEALER.DealerKey })) {
    const { UnitSerNum, UnitModel, dealerPath } = unit;
    yield itemOf(UnitEntity, unit);
    yield* facetItems(unit, now);
    facetCounts.add(unit, now);
    yield itemOf(UnitWithoutSecretEntity, { UnitSerNum, UnitModel, dealerPath, trustedByLabel: true });
    // Both searches read these two fields. The other identifiers are in other partitions.
    const lookups = new Map(lookupsOf(unit).map((lookup) => [lookup.field, lookup]));
    for (const field of ['UnitSerNum', 'UnitID'] as const) yield itemOf(UnitLookupEntity, lookups.get(field)!);
    counts.set(unit.UnitModel, (counts.get(unit.UnitModel) ?? 0) + 1);
  }
  for (const [UnitModel, count] of counts)
    for (const DealerKey of dealerKeysOf(DEALER.dealerPath))
      yield itemOf(UnitCountEntity, { DealerKey, UnitModel, count, withoutSecret: count });
  yield* facetCounts.items();
  fleet.listed = counts.get(DEFAULT_UNIT_MODEL)!;
}
