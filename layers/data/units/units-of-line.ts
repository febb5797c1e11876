import { normalizeSearch } from '#core/units/search.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UnitLookupEntity } from './unit-lookups.ts';

/** The units of all dealers with a unit ID of the line, and that ID as searches compare it. */
export async function unitsOfLine(LineID: string): Promise<{ UnitID: string; UnitSerNum: string }[]> {
  const start = normalizeSearch('UnitID', `${LineID}-`);
  const { data } = await UnitLookupEntity.query
    .everywhere({ field: 'UnitID' })
    .between({ value: start }, { value: endOfPrefix(start) })
    .go({ pages: 'all' });
  return data.map(({ value, UnitSerNum }) => ({ UnitID: value.slice(start.length), UnitSerNum }));
}
