import { dashboardTopic } from '#core/live/messages.ts';
import { type AreaData, newsOf } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { UnitFacetCountEntity } from '../units/unit-facets.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { AcknowledgementEntity } from './acknowledgements.ts';
import { DashboardVisitEntity } from './visits.ts';

export const area: AreaData = {
  reactions: [
    deleteWithUser('dashboard visits', async (userKey) => {
      const { data } = await DashboardVisitEntity.query.byUser({ userKey }).go({ pages: 'all', consistent: true });
      const keys = data.map(({ DealerKey }) => ({ userKey, DealerKey }));
      await Promise.all([deleteAll(DashboardVisitEntity, keys), AcknowledgementEntity.delete({ userKey }).go()]);
    }),
  ],
  /** Tells only that numbers have changed. The reader asks for those that its rights show. */
  news: [newsOf(UnitFacetCountEntity, ({ DealerKey }) => ({ topic: dashboardTopic(DealerKey), message: {} }))],
};
