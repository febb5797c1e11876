import type { TransactWriteEntities } from 'electrodb';
import { dealerKeysOf } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { Write } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { without } from '../kit/without.ts';
import { lookupKeyOf, lookupsOf, UnitLookupEntity } from './unit-lookups.ts';
import { UnitWithoutSecretEntity } from './unit-secrets.ts';
import { UnitCountEntity, type UnitEntity } from './units.ts';

/** What is stored under the place of a unit in the tree. */
export const placeEntities = {
  lookup: UnitLookupEntity,
  mark: UnitWithoutSecretEntity,
  count: UnitCountEntity,
};

/**
 * The writes that take a unit's lookups, the mark that it has no secret, and its counts to another place. They belong into the transaction that
 * moves the unit: no count is ever wrong, and no unit is found in two places.
 */
export function placeWrites(
  to: TransactWriteEntities<typeof placeEntities>,
  was: UnitRecord,
  dealerPath: string,
  hasMark: boolean,
): Write[] {
  const { UnitSerNum, UnitModel } = was;
  const lookups = { was: lookupsOf(was), next: lookupsOf({ ...was, dealerPath }) };
  const gone = without(lookups.was.map(lookupKeyOf), lookups.next.map(lookupKeyOf));
  const [above, now] = [dealerKeysOf(was.dealerPath), dealerKeysOf(dealerPath)];
  const counts = [
    ...above.filter((key) => !now.includes(key)).map((DealerKey) => ({ DealerKey, by: -1 })),
    ...now.filter((key) => !above.includes(key)).map((DealerKey) => ({ DealerKey, by: 1 })),
  ];
  return [
    ...without(lookups.next, lookups.was).map((lookup) => to.lookup.put(lookup).commit()),
    ...gone.map((key) => to.lookup.delete(key).commit()),
    ...counts.map(({ DealerKey, by }) =>
      to.count
        .upsert({ DealerKey, UnitModel })
        .add({ count: by, withoutSecret: hasMark ? by : 0 })
        .commit(),
    ),
    hasMark
      ? to.mark.patch({ UnitSerNum }).set({ dealerPath }).commit()
      : to.mark
          .check({ UnitSerNum })
          .where((mark, { notExists }) => notExists(mark.dealerPath))
          .commit(),
  ];
}

const IDENTIFIERS = ['UnitLineID', 'UnitID', 'IMEI', 'ICCID1', 'ICCID2', 'MSISDN1', 'MSISDN2'] as const;

type UnitOfTransaction = TransactWriteEntities<{ unit: typeof UnitEntity }>['unit'];
type UnitItem = Parameters<Parameters<ReturnType<UnitOfTransaction['check']>['where']>[0]>[0];

/** The condition that the unit is in its place, and has the identifiers from which its lookups were made. */
export const isInPlace =
  (was: UnitRecord) =>
  (unit: UnitItem, { eq, notExists }: Operations): string =>
    [
      eq(unit.dealerPath, was.dealerPath),
      eq(unit.DealerKey, was.DealerKey),
      ...IDENTIFIERS.map((field) => (was[field] === undefined ? notExists(unit[field]) : eq(unit[field], was[field]))),
    ].join(' AND ');
