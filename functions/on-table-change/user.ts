import { deletedUserStore } from '#data/users/deleted-users.ts';
import type { StoredUser } from '#data/users/users.ts';

/** Clears up after a user who was deleted, by whatever way. */
export async function onUserChange(before: StoredUser | undefined, after: StoredUser | undefined): Promise<void> {
  if (before && !after) await deletedUserStore.clear(before.UserKey);
}
