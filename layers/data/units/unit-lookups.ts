import { Entity, type QueryResponse } from 'electrodb';
import { familyOf, ROOT_DEALER } from '#core/dealers/tree.ts';
import { covers, dealerKeysOf, type Scope } from '#core/scope.ts';
import { normalizeSearch, type SearchField } from '#core/units/search.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, endOfPrefix, primary, secondary } from '../kit/table.ts';

/**
 * A value that finds a unit, written with the unit. The partition is a family of dealers: a dealer right below the root, and all below
 * it. A search never reads the units of another family. The root dealer searches all of them.
 */
export const UnitLookupEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitLookup', version: '1' },
    attributes: {
      field: requiredText,
      family: requiredNumber,
      value: requiredText,
      UnitSerNum: requiredText,
      dealerPath: requiredText,
    },
    indexes: {
      inFamily: primary(['field', 'family'], ['value', 'UnitSerNum']),
      everywhere: secondary('gsi1', ['field'], ['value', 'UnitSerNum']),
    },
  },
  at,
);

/** A sub-dealer's search reads at most this many pages of a megabyte from its family's lookups. A longer text finds the rest. */
const MAX_PAGES = 8;

/** The lookup items of the unit. */
export function lookupsOf(unit: UnitRecord) {
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

/** The key of a lookup. A lookup also contains the unit's place: one whose key stays is overwritten, and one whose key changes is deleted. */
export const lookupKeyOf = ({ field, family, value, UnitSerNum }: ReturnType<typeof lookupsOf>[number]) => ({
  field,
  family,
  value,
  UnitSerNum,
});

export const unitLookupStore = {
  /** The serial numbers of the scope's units whose `field` is exactly this text. Units of any line can have one unit ID, so there can be many. */
  async withExactly(scope: Pick<Scope, 'dealerPath'>, field: SearchField, searchText: string): Promise<string[]> {
    const value = normalizeSearch(field, searchText);
    const family = familyOf(scope.dealerPath);
    const query =
      family === ROOT_DEALER
        ? UnitLookupEntity.query.everywhere({ field, value })
        : UnitLookupEntity.query.inFamily({ field, family, value });
    const { data } = await query.go({ pages: 'all' });
    return data.filter((one) => one.value === value && covers(scope, one.dealerPath)).map((one) => one.UnitSerNum);
  },

  /** The serial numbers of the scope's units whose `field` begins with `text`, at most `most`. `more`: there may be others. */
  async find(
    scope: Pick<Scope, 'dealerPath'>,
    field: SearchField,
    searchText: string,
    most: number,
  ): Promise<{ serialNumbers: string[]; more: boolean }> {
    const value = normalizeSearch(field, searchText);
    if (value === '') return { serialNumbers: [], more: false };
    const family = familyOf(scope.dealerPath);
    const isHead = dealerKeysOf(scope.dealerPath).length <= 2;
    const query =
      family === ROOT_DEALER
        ? UnitLookupEntity.query.everywhere({ field }).between({ value }, { value: endOfPrefix(value) })
        : UnitLookupEntity.query.inFamily({ field, family }).between({ value }, { value: endOfPrefix(value) });
    const found = new Set<string>();
    let cursor: string | null = null;
    for (let pages = 0; pages === 0 || (cursor !== null && pages < MAX_PAGES); pages++) {
      // A caller who may see the whole partition needs no more than `most` items. Others filter, so they read full pages.
      const page: QueryResponse<typeof UnitLookupEntity> = await query.go({
        cursor,
        ...(isHead && { limit: most + 1 }),
      });
      for (const { dealerPath, UnitSerNum } of page.data) if (covers(scope, dealerPath)) found.add(UnitSerNum);
      cursor = page.cursor;
      if (found.size > most) break;
    }
    return { serialNumbers: [...found].slice(0, most), more: found.size > most || cursor !== null };
  },

  /** The serial numbers of the next units of all dealers, in their order. A unit keeps its place when it is moved. */
  async allAfter(UnitSerNum: string | undefined, most: number): Promise<string[]> {
    const query = UnitLookupEntity.query.everywhere({ field: 'UnitSerNum' });
    const after = UnitSerNum && { value: normalizeSearch('UnitSerNum', UnitSerNum), UnitSerNum };
    const { data } = await (after ? query.gt(after) : query).go({ limit: most });
    return data.map((one) => one.UnitSerNum);
  },
};
