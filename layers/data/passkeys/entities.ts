import { Entity } from 'electrodb';
import { jsonOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { at, primary, secondary, serviceOf } from '../kit/table.ts';

export const PasskeyEntity = new Entity(
  {
    model: { service: serviceOf('credentials'), entity: 'passkey', version: '1' },
    attributes: {
      /** The authenticator's id of the passkey, base64url. It belongs to one user permanently. */
      credentialId: requiredText,
      /** The id of the passkey in our URLs. */
      passkeyId: requiredText,
      UserKey: requiredText,
      name: requiredText,
      /** COSE, base64url. */
      publicKey: requiredText,
      /** The authenticator's signature counter. It stays 0 if the authenticator does not count. */
      counter: requiredNumber,
      transports: { ...jsonOf<string[]>(), required: true },
      backedUp: { type: 'boolean', required: true },
      createdAt: requiredText,
      lastUsedAt: text,
    },
    indexes: {
      passkey: primary(['credentialId'], []),
      byUser: secondary('gsi1', ['UserKey'], ['passkeyId']),
    },
  },
  at,
);
