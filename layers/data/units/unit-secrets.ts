import { Entity } from 'electrodb';
import { requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** The secret that proves a unit's identity. It is an item of its own, so no list of units can show it. */
export const UnitSecretEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitSecret', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** 32 bytes, base64url. */
      secret: requiredText,
    },
    indexes: { unitSecret: primary(['UnitSerNum'], []) },
  },
  at,
);

export const unitSecretStore = {
  /** The unit's secret. Undefined if it has none: then it need not prove its identity. */
  async get(UnitSerNum: string): Promise<Uint8Array | undefined> {
    const { data } = await UnitSecretEntity.get({ UnitSerNum }).go();
    return data ? Buffer.from(data.secret, 'base64url') : undefined;
  },
};
