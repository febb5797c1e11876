import { z } from 'zod';
import { instant } from '../time.ts';
import { type Condition, IN_SERVICE } from './condition.ts';
import { type PingingUnit, pingStateChangesAt, silentSince } from './silence.ts';
import { ASSIGNED, shownFirmware } from './unit.ts';
import type { UnitRecord } from './unit-record.ts';
import { verdict } from './verdict.ts';

/** What lists of units filter by beside the condition: fields of a unit. */
export const FIELD_FACETS = [
  'UnitStatus',
  'FirmVer',
  'PTName',
  'ActiveState',
  'ActiveCarrier',
  'Report',
  'Updates',
  'tag',
] as const;
export type FieldFacet = (typeof FIELD_FACETS)[number];

export const FACETS = ['condition', ...FIELD_FACETS] as const;
export const Facet = z.enum(FACETS);
export type Facet = z.infer<typeof Facet>;

/** The facets whose values are not ours: units and dealers make new ones. */
export const OPEN_FACETS: readonly Facet[] = ['FirmVer', 'PTName', 'tag'];

/** The value of `Updates` for a unit that gave up a download since its count was reset. Other units have none. */
export const FAILED_UPDATES = 'failed';

/** The length of a value. Units report texts of any length, and a value is part of keys. */
export const MAX_FACET_LENGTH = 100;

/** The values of a unit. A field that the unit does not have is absent. A unit has any number of tags, and one value of each other facet. */
export type UnitFacets = { condition: Condition; tag?: string[] } & Partial<Record<Exclude<FieldFacet, 'tag'>, string>>;

/** The values of one facet of a unit. */
export const valuesOf = (facets: Partial<UnitFacets>, facet: Facet): readonly string[] => [facets[facet] ?? []].flat();

type FacetedUnit = PingingUnit &
  Pick<
    UnitRecord,
    | 'UnitModel'
    | 'UnitStatus'
    | 'FirmVer'
    | 'PTName'
    | 'Report'
    | 'downloadFail'
    | 'Tags'
    | 'ActiveICCID'
    | 'ActiveState'
    | 'ActiveCarrier'
    | 'lastPing'
    | 'testCall'
    | 'lowZones'
  > & { UnitID?: string };

/** All values by which lists find the unit at `now`, in milliseconds. A malformed field is a value too. */
export function facetsOf(unit: FacetedUnit, now: number): UnitFacets {
  const fields: Record<Exclude<FieldFacet, 'tag'>, string | number | undefined> = {
    UnitStatus: unit.UnitStatus,
    FirmVer: shownFirmware(String(unit.FirmVer ?? '')),
    PTName: unit.PTName,
    ActiveState: unit.ActiveState,
    ActiveCarrier: unit.ActiveCarrier,
    Report: unit.Report,
    Updates: (unit.downloadFail ?? 0) > 0 ? FAILED_UPDATES : undefined,
  };
  const known = Object.entries(fields).flatMap(([facet, field]) => {
    const value = String(field ?? '')
      .trim()
      .slice(0, MAX_FACET_LENGTH)
      .trim();
    return value === '' ? [] : [[facet, value]];
  });
  return {
    condition: verdict({ unit }, ANY_VIEWER, now).condition,
    ...Object.fromEntries(known),
    ...(unit.Tags && unit.Tags.length > 0 && { tag: unit.Tags }),
  };
}

/**
 * Sorts the units of a condition: the unit that is silent for the longest time comes first, and of those that need attention the ones in danger. It stays until
 * the unit pings or its verdict changes.
 */
export function rankOf(unit: FacetedUnit, now: number): string {
  if (unit.UnitStatus !== ASSIGNED) return FIRST;
  const since = silentSince(unit, now);
  if (since !== FIRST) return since;
  const { condition, tone } = verdict({ unit }, ANY_VIEWER, now);
  return condition === 'attention' && tone !== 'danger' ? AFTER_DANGER : FIRST;
}

/** That of silentSince for a unit that pings on time. */
const FIRST = '0';
const AFTER_DANGER = '1';

/** When the condition of the unit changes next if nothing else changes it; undefined if it stays. */
export function conditionChangesAt(
  unit: PingingUnit & Pick<FacetedUnit, 'UnitStatus'>,
  now: number,
): string | undefined {
  if (unit.UnitStatus !== ASSIGNED) return undefined;
  const at = pingStateChangesAt(unit, now);
  return at === undefined ? undefined : instant(at);
}

/** The wording of reasons depends on who reads them, the condition does not. */
const ANY_VIEWER = { engineer: true };

/** The values of each facet one of which a unit must have. */
export type FacetFilters = Partial<Record<Facet, readonly string[]>> & {
  /** Only units that are late or silent, and pinged last before this instant. */
  silentBefore?: string;
};

/** The most characters of a filter in an address: it can have several values. */
export const MAX_FILTER_LENGTH = 300;

/**
 * The filters by which a list reads. The units in service are those with the status assigned, and each index has the condition: so this
 * status goes together with another field, and needs no index of its own.
 */
export function indexedFilters({ UnitStatus, ...others }: FacetFilters): FacetFilters {
  if (UnitStatus?.length !== 1 || UnitStatus[0] !== String(ASSIGNED))
    return { ...others, ...(UnitStatus && { UnitStatus }) };
  return { ...others, condition: IN_SERVICE.filter((condition) => others.condition?.includes(condition) ?? true) };
}

export const isMatch = (facets: Partial<UnitFacets>, filters: FacetFilters): boolean =>
  FACETS.every((facet) => {
    const wanted = filters[facet];
    return wanted === undefined || valuesOf(facets, facet).some((value) => wanted.includes(value));
  });

/** The filters beside the condition. Each alone has an index, with and without a condition. Several together narrow. */
export const fieldsOf = (filters: FacetFilters): FieldFacet[] =>
  FIELD_FACETS.filter((facet) => filters[facet] !== undefined);
