import { unitOccurrences } from '#core/units/occurrences.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { hasOtherFacets } from './facet-changes.ts';
import { settleFacetsSoon } from './settle-facets.ts';
import { UnitEntity } from './units.ts';
import { ownerOfViews, UnitViewEntity } from './views.ts';

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
    deleteWithUser('views of the unit list', async (userKey) => {
      const owner = ownerOfViews(false, { userKey, dealerKey: 0 });
      const { data } = await UnitViewEntity.query.byOwner({ owner }).go({ pages: 'all', consistent: true });
      await deleteAll(
        UnitViewEntity,
        data.map(({ key }) => ({ owner, key })),
      );
    }),
  ],
};
