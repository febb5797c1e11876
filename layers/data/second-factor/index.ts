import type { AreaData } from '../kit/area.ts';
import { endsWithUser } from '../users/ends-with-user.ts';
import { SecondFactorEntity } from './second-factors.ts';

export const area: AreaData = {
  reactions: [endsWithUser('second factors', (UserKey) => SecondFactorEntity.delete({ UserKey }).go())],
};
