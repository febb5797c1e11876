import type { AreaData } from '../kit/area.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { knownPlaceStore } from './known-places.ts';
import { sessionStore } from './sessions.ts';
import { SubjectOfUserEntity, subjectStore } from './sign-ons.ts';

export const area: AreaData = {
  reactions: [
    deleteWithUser('sessions', sessionStore.endAllOf),
    deleteWithUser('known places', knownPlaceStore.forgetAllOf),
    deleteWithUser('subjects', async (UserKey) => {
      const { data } = await SubjectOfUserEntity.query.ofUser({ UserKey }).go({ pages: 'all', consistent: true });
      for (const { provider, subject } of data) await subjectStore.forget(provider, subject, UserKey);
    }),
  ],
};
