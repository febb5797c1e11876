import type { AreaData } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { endsWithUser } from '../users/ends-with-user.ts';
import { TableSettingsEntity } from './table-settings.ts';

export const area: AreaData = {
  reactions: [
    endsWithUser('table settings', async (userKey) => {
      const { data } = await TableSettingsEntity.query.byUser({ userKey }).go({ pages: 'all', consistent: true });
      await deleteAll(
        TableSettingsEntity,
        data.map(({ tableName }) => ({ userKey, tableName })),
      );
    }),
  ],
};
