import type { UnitRecord } from '#core/units/unit-record.ts';
import './table.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { DealerLookupEntity, dealerLookupsOf } from '#data/dealers/dealer-lookups.ts';
import {
  BillingCodeEntity,
  DealerEntity,
  DealerNameEntity,
  reservedCodeOf,
  reservedNameKey,
} from '#data/dealers/dealers.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from '#data/units/units.ts';
import { DEALERS, dealerItem } from '#scripts/seed/dealers.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';

/** A Saturday in November, at noon in New York: the end of the seeded history. */
export const TODAY = Date.UTC(2026, 10, 21, 17);

/** The seeded dealers: 1 is the root; 22 is above 220, and 220 above 2201; 49 is beside them; and others. */
export const someDealers = () =>
  writeAll(
    DEALERS.flatMap((dealer) => [
      itemOf(DealerEntity, dealerItem(dealer)),
      itemOf(DealerNameEntity, reservedNameKey(dealer)),
      itemOf(BillingCodeEntity, reservedCodeOf(dealerItem(dealer))!),
      ...dealerLookupsOf(dealer).map((lookup) => itemOf(DealerLookupEntity, lookup)),
    ]),
    () => {},
  );

let nextNumber = 10_000;

interface Options extends Partial<UnitRecord> {
  /** The key of a seeded dealer. */
  dealer?: number;
  /** The number of the seeded unit that it copies; number 220 has the serial number 400220. */
  number?: number;
  /** False for a unit that must prove its identity. */
  trustedByLabel?: boolean;
}

/** A new unit without a secret, of dealer 22 by default, with its lookups and counts. */
export async function aUnit({
  dealer = 22,
  number = nextNumber++,
  trustedByLabel = true,
  ...overrides
}: Options = {}): Promise<UnitRecord> {
  const [seeded] = seedUnits({ count: 1, now: TODAY, dealerKey: dealer, firstNumber: number });
  const unit = { ...seeded!, ...overrides };
  const { UnitSerNum, UnitModel, dealerPath } = unit;
  const items = [
    itemOf(UnitEntity, unit),
    ...lookupsOf(unit).map((one) => itemOf(UnitLookupEntity, one)),
    itemOf(UnitWithoutSecretEntity, { UnitSerNum, UnitModel, dealerPath, trustedByLabel }),
  ];
  const counts = dealerKeysOf(dealerPath).map((DealerKey) =>
    UnitCountEntity.upsert({ DealerKey, UnitModel }).add({ count: 1, withoutSecret: 1 }).go(),
  );
  await Promise.all([writeAll(items, () => {}), ...counts]);
  return unit;
}
