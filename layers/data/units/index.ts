import { unitOccurrences } from '#core/units/occurrences.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { unitFollower } from './dealer-follower.ts';
import { hasOtherFacets } from './facet-changes.ts';
import { settleFacetsSoon } from './settle-facets.ts';
import { UnitEntity } from './units.ts';

export const area: AreaData = {
  reactions: [
    reactTo(UnitEntity, {
      name: 'notify of a unit',
      message({ before, after, changeId }) {
        const occurrences = before && after ? unitOccurrences(before, after, changeId) : [];
        return occurrences.length > 0 ? { occurrences } : undefined;
      },
      async react({ occurrences }, tools, now) {
        for (const occurrence of occurrences) await notify(occurrence, tools, now);
      },
    }),
    reactTo(UnitEntity, {
      name: 'settle the facets of a unit',
      message({ before, after }, now) {
        const unit = after ?? before;
        return unit && hasOtherFacets(before, after, now) ? { UnitSerNum: unit.UnitSerNum } : undefined;
      },
      react: ({ UnitSerNum }, _tools, now) => settleFacetsSoon(UnitSerNum, now),
    }),
  ],
  dealerFollowers: [unitFollower],
};
