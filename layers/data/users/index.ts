import { type AreaData, reactTo } from '../kit/area.ts';
import { deleteWithUser } from './delete-with-user.ts';
import { MassCreationEntity } from './mass-creation-entities.ts';
import { handOut } from './mass-creation-hand-out.ts';
import { PasswordHashEntity } from './password-hashes.ts';

export const area: AreaData = {
  reactions: [
    deleteWithUser('passwords', (UserKey) => PasswordHashEntity.delete({ UserKey }).go()),
    reactTo(MassCreationEntity, {
      name: 'hand out the users of a list',
      message: ({ before, after }) =>
        after && after.turn !== before?.turn
          ? { massCreation: after.massCreation, turn: after.turn, total: after.total, by: after.askedBy.UserKey }
          : undefined,
      react: handOut,
    }),
  ],
};
