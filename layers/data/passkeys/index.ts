import type { AreaData } from '../kit/area.ts';
import { deleteAll } from '../kit/batch.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { PasskeyEntity, passkeyStore } from './passkeys.ts';

export const area: AreaData = {
  reactions: [
    deleteWithUser('passkeys', async (UserKey) => {
      const passkeys = await passkeyStore.ofUser(UserKey);
      await deleteAll(
        PasskeyEntity,
        passkeys.map(({ credentialId }) => ({ credentialId })),
      );
    }),
  ],
};
