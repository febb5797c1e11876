import type { AreaData } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { TableSettingsEntity } from './table-settings.ts';

export const area: AreaData = {
  reactions: [
    deleteWithUser('table settings', async (userKey) => {
      const { data } = await TableSettingsEntity.query.byUser({ userKey }).go({ pages: 'all', consistent: true });
      await deleteAll(
        TableSettingsEntity,
        data.map(({ tableName }) => ({ userKey, tableName })),
      );
    }),
  ],
};
