import type { AreaData } from '../kit/area.ts';
import { deleteWithUser } from './delete-with-user.ts';
import { PasswordHashEntity } from './password-hashes.ts';

export const area: AreaData = {
  reactions: [deleteWithUser('passwords', (UserKey) => PasswordHashEntity.delete({ UserKey }).go())],
};
