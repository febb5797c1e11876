import { ROOT_PATH } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Grounds } from '#core/scope.ts';
import { isRootEngineer, LAST_ENGINEER } from '#core/users/manage.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UserEntity } from './user-entities.ts';

/**
 * The engineer of dealer 1 who has to remain if the user `was` changes to `next` (undefined: is deleted): the transaction checks that they do.
 * None if no engineer is lost, or if the actor is one, whom the transaction checks anyway. CONFLICT if there is no other.
 */
export async function remainingEngineer(
  { users }: Grounds,
  was: UserRecord,
  next: UserRecord | undefined,
): Promise<UserRecord | undefined> {
  const isLost = isRootEngineer(was) && !(next && isRootEngineer(next));
  if (!isLost || users.some((user) => user.UserKey !== was.UserKey && isRootEngineer(user))) return undefined;
  const other = await otherEngineer(was);
  if (!other) throw new AppError('CONFLICT', LAST_ENGINEER);
  return other;
}

async function otherEngineer({ UserKey }: UserRecord): Promise<UserRecord | undefined> {
  const dealerPath = ROOT_PATH;
  const enabled = UserEntity.query
    .byStatus({ UserStatus: 1 })
    .between({ dealerPath, UserName: ' ' }, { dealerPath, UserName: endOfPrefix('') });
  let cursor: string | null = null;
  do {
    const page: { data: UserRecord[]; cursor: string | null } = await enabled.go({ cursor });
    const found = page.data.find((user) => user.UserKey !== UserKey && isRootEngineer(user));
    if (found) return found;
    cursor = page.cursor;
  } while (cursor !== null);
  return undefined;
}
