import { type AreaData, reactTo } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { ownerOfReports, ReportMailEntity, SavedReportsEntity } from './entities.ts';

export const area: AreaData = {
  reactions: [
    reactTo(ReportMailEntity, {
      name: 'send a report by mail',
      message: ({ before, after }) =>
        after?.dueAt !== undefined && after.dueAt !== before?.dueAt
          ? { UserKey: after.UserKey, reportId: after.reportId, dueAt: after.dueAt, byHand: after.byHand === true }
          : undefined,
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
