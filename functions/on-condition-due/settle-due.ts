import { instant } from '#core/time.ts';
import { judgedAt, outageSince } from '#core/units/outages.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { hearingStore } from '#data/units/hearing.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { logger } from '#platform/aws/observability.ts';

/**
 * Moves the units that became late or silent, because time passed, to their condition. A unit that has pinged since gets its next time. One
 * that fails stays due, and does not keep others from their turn. During an outage of the portal no unit is judged. Returns the units that failed.
 */
export async function settleDue(goesOn: () => boolean): Promise<string[]> {
  const startedAt = Date.now();
  const hearing = await hearingStore.get();
  const since = outageSince(hearing, startedAt);
  if (since !== undefined) logger.warn('No unit becomes silent: the portal hears none', { since: instant(since) });
  const failed: string[] = [];
  for await (const serialNumbers of unitFacetStore.due(judgedAt(hearing, startedAt))) {
    const settled = await Promise.allSettled(serialNumbers.map((one) => settleFacets(one, Date.now())));
    for (const [index, result] of settled.entries()) {
      if (result.status === 'fulfilled') continue;
      const UnitSerNum = serialNumbers[index]!;
      failed.push(UnitSerNum);
      logger.error('A unit could not be moved to its condition', { UnitSerNum, error: result.reason as Error });
    }
    if (!goesOn()) break;
  }
  return failed;
}
