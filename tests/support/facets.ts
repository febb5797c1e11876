import type { EntityItem } from 'electrodb';
import { expect } from 'vitest';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { ENTITY_ATTRIBUTE } from '#data/kit/table-change.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import {
  conditionRowsOf,
  countKeysOf,
  facetedUnit,
  fieldRowsOf,
  isInService,
  UnitByConditionEntity,
  UnitByFacetEntity,
  UnitFacetCountEntity,
  UnitFacetsEntity,
} from '#data/units/unit-facets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { everyItem, type StoredItem } from './table-content.ts';

/** Makes lists find the units, as the stream does after a unit was stored. */
export async function settleAll(units: readonly UnitRecord[], now: number): Promise<void> {
  for (const { UnitSerNum } of units) await settleFacets(UnitSerNum, now);
}

/** Fails unless every row and every count is exactly what the stored units are at `now`. */
export async function expectFacetsToAgree(now: number): Promise<void> {
  const items = [...(await everyItem()).values()];
  const ofEntity = (name: string) => items.filter((item) => item[ENTITY_ATTRIBUTE] === name);
  const units = ofEntity('unit').map((Item) => UnitEntity.parse({ Item: Item as never }).data as UnitRecord);
  const expected = units.map((unit) => facetedUnit(unit, now));

  const faceted: EntityItem<typeof UnitFacetsEntity>[] = ofEntity('unitFacets').map((item) =>
    parsed(UnitFacetsEntity, item),
  );
  expect(sorted(faceted.map(({ stamp: _stamp, changesAt: _at, ...own }) => own))).toEqual(
    sorted(expected.map(({ changesAt: _at, ...own }) => own)),
  );
  const rows: EntityItem<typeof UnitByFacetEntity>[] = ofEntity('unitByFacet').map((item) =>
    parsed(UnitByFacetEntity, item),
  );
  expect(sorted(rows)).toEqual(sorted(expected.flatMap(fieldRowsOf)));
  const conditionRows: EntityItem<typeof UnitByConditionEntity>[] = ofEntity('unitByCondition').map((item) =>
    parsed(UnitByConditionEntity, item),
  );
  expect(sorted(conditionRows)).toEqual(sorted(expected.flatMap(conditionRowsOf)));
  const counted = new Map<string, [count: number, inService: number]>();
  for (const unit of expected)
    for (const key of countKeysOf(unit)) {
      const name = nameOf(key);
      const [count, inService] = counted.get(name) ?? [0, 0];
      counted.set(name, [count + 1, inService + (isInService(unit) ? 1 : 0)]);
    }
  const counts: EntityItem<typeof UnitFacetCountEntity>[] = ofEntity('unitFacetCount').map((item) =>
    parsed(UnitFacetCountEntity, item),
  );
  const stored = counts
    .filter(({ count }) => count !== 0)
    .map((one) => [nameOf(one), [one.count, one.inService ?? 0]] as const);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(counted));
}

const nameOf = ({ DealerKey, UnitModel, facet, value }: ReturnType<typeof countKeysOf>[number]) =>
  [DealerKey, UnitModel, facet, value].join(' ');

interface Parsing {
  parse(response: never): { data: unknown };
}
const parsed = (entity: Parsing, item: StoredItem) => entity.parse({ Item: item } as never).data as never;

const sorted = <Item extends object>(items: readonly Item[]) =>
  items
    .map((item) => Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1))))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
