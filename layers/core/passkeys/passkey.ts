import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';
import { Instant, MINUTE } from '../time.ts';

/** A key pair in a user's device or password manager, for sign-in without a password (WebAuthn). */
export const Passkey = z.object({
  passkeyId: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.optional(),
  /** True if a password manager or an account keeps a copy. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'Give it a name')
  .max(60, 'At most 60 characters')
  .refine(isVisible, NOT_VISIBLE);

export const MAX_PASSKEYS = 10;

/** Time for a fingerprint or a PIN. */
export const PASSKEY_CHALLENGE_LIFE = 5 * MINUTE;

/** Limits started sign-ins per address. */
export const PASSKEY_LIMIT = { kind: 'passkeyAddress', most: 100, window: 15 * MINUTE } as const;

export const UNKNOWN_PASSKEY = 'This passkey is not valid for Watchkeep. Sign in another way.';

const Base64Url = z
  .string()
  .max(10_000)
  .regex(/^[\w-]*$/, 'Not base64url');
const Id = Base64Url.min(1).max(1400);
const Attachment = z.enum(['platform', 'cross-platform']);
const Transport = z.string().max(40);

const Credential = z.object({
  id: Id,
  rawId: Id,
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment.optional(),
});

/** A browser's answer after it created a passkey (PublicKeyCredential.toJSON, WebAuthn level 3). */
export const NewCredential = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(Transport).max(10).optional(),
  }),
});
export type NewCredential = z.infer<typeof NewCredential>;

/** A browser's answer after a passkey was used. */
export const UsedCredential = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
});
export type UsedCredential = z.infer<typeof UsedCredential>;
