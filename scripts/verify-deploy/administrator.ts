import { randomBytes } from 'node:crypto';

/** The first user of the deployed portal. */
export const ADMINISTRATOR = {
  userName: 'administrator@watchkeep.example',
  password: randomBytes(12).toString('base64url'),
};
