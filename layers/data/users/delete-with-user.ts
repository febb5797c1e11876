import { reactToDeletion } from '../kit/area.ts';
import { UserEntity } from './user-entities.ts';

/**
 * Deletes the data of a deleted user. `end` may run again, and continues where it was interrupted. Nothing of an existing user is
 * deleted. Tokens and codes that were sent to the user are void without the user, and expire.
 */
export const deleteWithUser = (what: string, end: (UserKey: string) => Promise<unknown>) =>
  reactToDeletion(UserEntity, {
    name: `end ${what} with their user`,
    message: ({ UserKey }) => ({ UserKey }),
    async react({ UserKey }) {
      const { data: user } = await UserEntity.get({ UserKey }).go({ consistent: true });
      if (!user) await end(UserKey);
    },
  });
