import { z } from 'zod';
import { Passkey } from './passkey.ts';

/** A passkey with what a sign-in checks. */
export const PasskeyRecord = Passkey.extend({
  /** The authenticator's id of the passkey, base64url. It belongs to one user permanently. */
  credentialId: z.string(),
  UserKey: z.string(),
  /** COSE, base64url. */
  publicKey: z.string(),
  /** The authenticator's signature counter. It stays 0 if the authenticator does not count. */
  counter: z.number().int(),
  transports: z.array(z.string()),
});
export type PasskeyRecord = z.infer<typeof PasskeyRecord>;
