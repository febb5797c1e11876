import { type AreaData, reactTo } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { ownerOfReports, ReportMailEntity, SavedReportsEntity } from './entities.ts';

export const area: AreaData = {
  reactions: [
    reactTo(ReportMailEntity, {
      name: 'send a report by mail',
      message({ before, after }) {
        if (!after) return undefined;
        const { UserKey, reportId, hand, dueAt } = after;
        if (hand && hand.at !== before?.hand?.at) return { UserKey, reportId, dueAt: hand.at, byHand: true };
        return dueAt !== undefined && dueAt !== before?.dueAt ? { UserKey, reportId, dueAt, byHand: false } : undefined;
      },
      react: (sending, { send }) => send('report-mail', sending, { group: sending.UserKey }),
    }),
    deleteWithUser('saved reports', async (userKey) => {
      const { data } = await ReportMailEntity.query.byUser({ UserKey: userKey }).go({ pages: 'all', consistent: true });
      await deleteAll(
        ReportMailEntity,
        data.map(({ reportId }) => ({ UserKey: userKey, reportId })),
      );
      await SavedReportsEntity.delete({ owner: ownerOfReports(false, { userKey, dealerKey: 0 }) }).go();
    }),
  ],
};
