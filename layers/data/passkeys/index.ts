import type { AreaData } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { PasskeyEntity } from './entities.ts';

export const area: AreaData = {
  reactions: [
    deleteWithUser('passkeys', async (UserKey) => {
      const { data } = await PasskeyEntity.query.byUser({ UserKey }).go({ pages: 'all' });
      await deleteAll(
        PasskeyEntity,
        data.map(({ credentialId }) => ({ credentialId })),
      );
    }),
  ],
};
