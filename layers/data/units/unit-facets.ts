import { Entity, type EntityItem } from 'electrodb';
import { dealerKeysOf } from '#core/scope.ts';
import { IN_SERVICE } from '#core/units/condition.ts';
import { CONTACTS, contactOf } from '#core/units/contact.ts';
import {
  conditionChangesAt,
  FACETS,
  FIELD_FACETS,
  facetsOf,
  rankOf,
  type UnitFacets,
  valuesOf,
} from '#core/units/facets.ts';
import { UNIT_MODELS, type Unit } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { jsonOf, number, requiredNumber, requiredText } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

const UnitModel = { type: UNIT_MODELS, required: true } as const;
/** The facets with which the rows and the counts contain a unit. They change together (settle-facets.ts). */
export const UnitFacetsEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitFacets', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      UnitModel,
      dealerPath: requiredText,
      /** Empty while the unit moves from one place to another. */
      facets: { ...jsonOf<Partial<UnitFacets>>(), required: true },
      /** Sorts the units of a condition, the longest silence first. */
      rank: requiredText,
      /** When the condition changes because time passes. A ping moves this time, but is not written here: the unit is then read again in vain. */
      changesAt: requiredText,
      /** How the log of the unit says that it is heard. It stays while the unit moves from one place to another. */
      contact: { type: CONTACTS },
      /** New with each change of the rows. */
      stamp: requiredText,
    },
    indexes: {
      unitFacets: primary(['UnitSerNum'], []),
      byChange: secondary('gsi1', ['UnitModel'], ['changesAt', 'UnitSerNum']),
    },
  },
  at,
);

/** A field of a unit, by which lists find it: one item for each facet. The condition is part of the key, so each list can show the worst first. */
export const UnitByFacetEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitByFacet', version: '1' },
    attributes: {
      facet: { type: FIELD_FACETS, required: true },
      UnitModel,
      condition: requiredText,
      value: requiredText,
      dealerPath: requiredText,
      UnitSerNum: requiredText,
      /** All facets of the unit, so that a list narrows without reading the unit. */
      facets: { ...jsonOf<Partial<UnitFacets>>(), required: true },
    },
    indexes: { byFacet: primary(['facet', 'UnitModel', 'condition', 'value'], ['dealerPath', 'UnitSerNum']) },
  },
  at,
);

/** The condition of a unit, for its dealer and each dealer above it. So the list of each dealer begins with the longest silence. */
export const UnitByConditionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitByCondition', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      UnitModel,
      condition: requiredText,
      rank: requiredText,
      dealerPath: requiredText,
      UnitSerNum: requiredText,
      /** All facets of the unit, so that a list narrows without reading the unit. */
      facets: { ...jsonOf<Partial<UnitFacets>>(), required: true },
    },
    indexes: {
      byCondition: primary(['DealerKey', 'UnitModel', 'condition'], ['rank', 'dealerPath', 'UnitSerNum']),
    },
  },
  at,
);

/** The number of units with a value at a dealer and all below it. */
export const UnitFacetCountEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitFacetCount', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      UnitModel,
      facet: { type: FACETS, required: true },
      value: requiredText,
      count: requiredNumber,
      /** How many of them are in service. */
      inService: number,
    },
    indexes: { byDealer: primary(['DealerKey'], ['UnitModel', 'facet', 'value']) },
  },
  at,
);

type StoredFacets = EntityItem<typeof UnitFacetsEntity>;
export type FacetedUnit = Omit<StoredFacets, 'stamp'>;

/** Sorts after every time. */
const NEVER = '9999-12-31T23:59:59.999Z';

export function facetedUnit(unit: UnitRecord & Pick<Unit, 'outageMs'>, now: number): FacetedUnit {
  const contact = contactOf(unit, now);
  return {
    UnitSerNum: unit.UnitSerNum,
    UnitModel: unit.UnitModel,
    dealerPath: unit.dealerPath,
    facets: facetsOf(unit, now),
    rank: rankOf(unit, now),
    changesAt: conditionChangesAt(unit, now) ?? NEVER,
    ...(contact && { contact }),
  };
}

/** The values of a unit, the condition first. */
export const facetValuesOf = ({ facets }: FacetedUnit) =>
  FACETS.flatMap((facet) => valuesOf(facets, facet).map((value) => ({ facet, value })));

/** The rows of the fields of a unit. */
export const fieldRowsOf = (unit: FacetedUnit) =>
  FIELD_FACETS.flatMap((facet) =>
    valuesOf(unit.facets, facet).map((value) => ({
      facet,
      value,
      condition: String(unit.facets.condition),
      ...placeOf(unit),
    })),
  );

/** The rows of the condition of a unit. */
export const conditionRowsOf = (unit: FacetedUnit) => {
  const { condition } = unit.facets;
  if (condition === undefined) return [];
  return dealerKeysOf(unit.dealerPath).map((DealerKey) => ({
    DealerKey,
    condition,
    rank: unit.rank,
    ...placeOf(unit),
  }));
};

const placeOf = ({ UnitModel, dealerPath, UnitSerNum, facets }: FacetedUnit) => ({
  UnitModel,
  dealerPath,
  UnitSerNum,
  facets,
});

/** True if counts contain the unit as one in service. */
export const isInService = ({ facets }: FacetedUnit): boolean =>
  facets.condition !== undefined && IN_SERVICE.includes(facets.condition);

/** The keys of the counts that contain a unit. */
export const countKeysOf = (unit: FacetedUnit) =>
  dealerKeysOf(unit.dealerPath).flatMap((DealerKey) =>
    facetValuesOf(unit).map(({ facet, value }) => ({ DealerKey, UnitModel: unit.UnitModel, facet, value })),
  );
