import { UNIT_MODELS } from '#core/units/unit.ts';
import { settleFacets } from './settle-facets.ts';
import { UnitEntity } from './units.ts';

/** Puts the units with failed updates into the list of them, and counts them. Returns their number. It can be repeated, and people can work meanwhile. */
export async function listFailedUpdates(now: number): Promise<number> {
  let count = 0;
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: { UnitSerNum: string; downloadFail?: number | undefined }[]; cursor: string | null } =
        await UnitEntity.query.byTree({ UnitModel }).go({ cursor, limit: 100 });
      const failed = page.data.filter(({ downloadFail = 0 }) => downloadFail > 0);
      for (const { UnitSerNum } of failed) await settleFacets(UnitSerNum, now);
      count += failed.length;
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return count;
}
