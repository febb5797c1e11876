import { AppError } from '#core/errors.ts';
import { instantsOf } from '#core/logs/moments.ts';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { fullUnitID, type Unit } from '#core/units/unit.ts';
import type { LogRange } from '#data/history/read-log.ts';
import { readRange } from '#data/history/read-range.ts';
import { findUnits } from '#data/units/find-units.ts';

export interface LogSearch {
  /** The unit. Its serial number can also be the unit ID of another one. */
  UnitSerNum?: string | undefined;
  /** Without UnitSerNum: a text that names one unit or several. */
  text?: string | undefined;
  startDate: string;
  endDate: string;
  dateOffset: number;
  cursor?: string | undefined;
  pageSize: number;
}

/** A page of a unit's log, or the units to choose from if the text names several. */
export async function searchLog<Entry>(
  scope: Scope,
  { UnitSerNum, text, dateOffset, startDate, endDate, ...page }: LogSearch,
  notFound: string,
  read: (range: LogRange, unit: Unit) => Promise<Page<Entry>>,
) {
  const found = await findUnits(scope, UnitSerNum ?? text ?? '');
  const units = found.units.filter((unit) => UnitSerNum === undefined || unit.UnitSerNum === UnitSerNum);
  const [unit] = units;
  if (!unit) throw new AppError('NOT_FOUND', notFound);
  if (units.length > 1)
    return { entries: [], cursor: null, noResults: false, multipleUnits: units, moreUnits: found.more } as const;
  const asked = { id: unit.UnitSerNum, ...instantsOf({ startDate, endDate, dateOffset }), ...page };
  const { items, cursor } = await readRange(scope, asked, (range) => read(range, unit));
  return {
    UnitSerNum: unit.UnitSerNum,
    UnitModel: unit.UnitModel,
    FullUnitID: fullUnitID(unit),
    entries: items,
    cursor,
    noResults: page.cursor === undefined && items.length === 0 && cursor === null,
    multipleUnits: [],
    moreUnits: false,
  };
}
