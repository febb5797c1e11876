import type { AreaData } from '../kit/area.ts';
import { deleteWithUser } from '../users/delete-with-user.ts';
import { SecondFactorEntity } from './second-factors.ts';

export const area: AreaData = {
  reactions: [deleteWithUser('second factors', (UserKey) => SecondFactorEntity.delete({ UserKey }).go())],
};
