import { Entity } from 'electrodb';
import { covers, dealerKeysOf, type Scope } from '#core/scope.ts';
import { normalizeSearch, type SearchField } from '#core/units/search.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { at, primary, secondary } from './table.ts';
import type { StoredUnit } from './units.ts';

/**
 * One item for each thing that a unit can be found by, written with the unit. The partition is a family of dealers (the dealer
 * right below the root, with all below it), so that a search never reads what another family owns; the root searches across all.
 */
export const UnitLookupEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitLookup', version: '1' },
    attributes: {
      field: { type: 'string', required: true },
      family: { type: 'number', required: true },
      value: { type: 'string', required: true },
      UnitSerNum: { type: 'string', required: true },
      dealerPath: { type: 'string', required: true },
    },
    indexes: {
      inFamily: primary(['field', 'family'], ['value', 'UnitSerNum']),
      everywhere: secondary('gsi1', ['field'], ['value', 'UnitSerNum']),
    },
  },
  at,
);

const ROOT = 1;
const familyOf = (dealerPath: string) => dealerKeysOf(dealerPath)[1] ?? ROOT;

/** Everything that finds the unit, as items to write. */
export function lookupsOf(unit: StoredUnit) {
  const values: [SearchField, string | undefined][] = [
    ['UnitSerNum', unit.UnitSerNum],
    ['UnitID', unit.UnitID],
    ['UnitID', unit.UnitLineID ? fullUnitID(unit) : undefined],
    ['ICCID', unit.ICCID1],
    ['ICCID', unit.ICCID2],
    ['IMEI', unit.IMEI],
    ['PhoneNumber', unit.MSISDN1],
    ['PhoneNumber', unit.MSISDN2],
  ];
  return values.flatMap(([field, value]) =>
    value
      ? [
          {
            field,
            family: familyOf(unit.dealerPath),
            value: normalizeSearch(field, value),
            UnitSerNum: unit.UnitSerNum,
            dealerPath: unit.dealerPath,
          },
        ]
      : [],
  );
}

export const unitLookupStore = {
  /** The serial numbers of the scope's units whose `field` begins with `text`, at most `most`; `more` says that there are others. */
  async find(
    scope: Pick<Scope, 'dealerPath'>,
    field: SearchField,
    searchText: string,
    most: number,
  ): Promise<{ serialNumbers: string[]; more: boolean }> {
    const value = normalizeSearch(field, searchText);
    if (value === '') return { serialNumbers: [], more: false };
    const atRoot = dealerKeysOf(scope.dealerPath).length === 1;
    const query = atRoot
      ? UnitLookupEntity.query.everywhere({ field }).begins({ value })
      : UnitLookupEntity.query.inFamily({ field, family: familyOf(scope.dealerPath) }).begins({ value });
    const { data, cursor } = await query.go({ count: most + 1 });
    const serialNumbers = [
      ...new Set(data.filter((one) => covers(scope, one.dealerPath)).map((one) => one.UnitSerNum)),
    ];
    return { serialNumbers: serialNumbers.slice(0, most), more: serialNumbers.length > most || cursor !== null };
  },
};
