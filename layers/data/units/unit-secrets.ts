import { Entity } from 'electrodb';
import { requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** What a unit proves its identity with. An item of its own, so that no list of units can ever show it. */
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
  /** The unit's secret; undefined where it has none and need not prove anything. */
  async get(UnitSerNum: string): Promise<Uint8Array | undefined> {
    const { data } = await UnitSecretEntity.get({ UnitSerNum }).go();
    return data ? Buffer.from(data.secret, 'base64url') : undefined;
  },
};
