import { Entity } from 'electrodb';
import { requiredText } from '../kit/attributes.ts';
import { at, primary, serviceOf } from '../kit/table.ts';

/** The password of a user. It is not in the user's item, because every function reads users. A user without it has no password. */
export const PasswordHashEntity = new Entity(
  {
    model: { service: serviceOf('credentials'), entity: 'passwordHash', version: '1' },
    attributes: {
      UserKey: requiredText,
      /** argon2id in the PHC format. */
      hash: requiredText,
    },
    indexes: { passwordHash: primary(['UserKey'], []) },
  },
  at,
);
