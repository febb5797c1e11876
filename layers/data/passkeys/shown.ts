import type { Passkey } from '#core/passkeys/passkey.ts';

/** A passkey for its owner. */
export const shownPasskey = ({ passkeyId, name, createdAt, backedUp, lastUsedAt }: Passkey): Passkey => ({
  passkeyId,
  name,
  createdAt,
  backedUp,
  ...(lastUsedAt && { lastUsedAt }),
});
