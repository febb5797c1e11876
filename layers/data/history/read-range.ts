import type { Scope } from '#core/scope.ts';
import { unitStore } from '../units/units.ts';
import type { LogRange, ReadPage } from './read-log.ts';
import { historyBegin } from './visible.ts';

export interface HistoryAsked extends Omit<LogRange, 'UnitSerNum'> {
  /** The serial number of the unit. */
  id: string;
}

/** Reads a range of a unit's history, from the begin that is visible in the scope. */
export async function readRange<Item>(
  scope: Scope,
  { id, startDate, ...asked }: HistoryAsked,
  read: (range: LogRange) => Promise<ReadPage<Item>>,
): Promise<ReadPage<Item>> {
  const begin = await historyBegin(scope, await unitStore.get(scope, id));
  const start = begin !== undefined && Date.parse(begin) > Date.parse(startDate) ? begin : startDate;
  if (Date.parse(start) > Date.parse(asked.endDate)) return { items: [], cursor: null };
  return read({ UnitSerNum: id, startDate: start, ...asked });
}
