import type { AreaData } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { PinEntity } from './pins.ts';

export const area: AreaData = {
  reactions: [
    deleteWithUser('pins', async (userKey) => {
      const { data } = await PinEntity.query.byUser({ userKey }).go({ pages: 'all', consistent: true });
      await deleteAll(
        PinEntity,
        data.map(({ UnitSerNum }) => ({ userKey, UnitSerNum })),
      );
    }),
  ],
};
