import { Entity, type EntityItem } from 'electrodb';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { requiredText } from '../kit/attributes.ts';
import { page } from '../kit/page.ts';
import { at, endOfPrefix, primary, secondary, serviceOf } from '../kit/table.ts';

/** The secret that proves a unit's identity. It is an item of its own, so no list of units can show it. */
export const UnitSecretEntity = new Entity(
  {
    model: { service: serviceOf('unitSecrets'), entity: 'unitSecret', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** 32 bytes, base64url. */
      secret: requiredText,
      /** When the unit got it. */
      since: requiredText,
    },
    indexes: { unitSecret: primary(['UnitSerNum'], []) },
  },
  at,
);

/** Marks a unit that has no secret. It is an item of its own, because a ping rewrites each index of the unit. */
export const UnitWithoutSecretEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitWithoutSecret', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      UnitModel: { type: UNIT_MODELS, required: true },
      /** The place of the unit's dealer in the tree. It changes with the unit's. */
      dealerPath: requiredText,
      /** The unit may log in without a proof, unless a dealer requires one. False for new units. */
      trustedByLabel: { type: 'boolean', required: true },
    },
    indexes: {
      unitWithoutSecret: primary(['UnitSerNum'], []),
      byTree: secondary('gsi1', ['UnitModel'], ['dealerPath', 'UnitSerNum']),
    },
  },
  at,
);

export interface UnitProof {
  /** Absent if the unit has no secret. */
  secret?: Uint8Array;
  since?: string;
  /** True if the unit may log in without a proof, unless a dealer requires one. */
  trustedByLabel: boolean;
}

/** How a unit proves its identity, by its secret and its mark as they are stored. */
export const proofOf = (
  stored: EntityItem<typeof UnitSecretEntity> | null | undefined,
  without: EntityItem<typeof UnitWithoutSecretEntity> | null | undefined,
): UnitProof => ({
  ...(stored?.secret && { secret: Buffer.from(stored.secret, 'base64url') }),
  ...(stored?.since && { since: stored.since }),
  trustedByLabel: !stored && without?.trustedByLabel === true,
});

export const unitSecretStore = {
  /** How a unit proves its identity. */
  async get(UnitSerNum: string): Promise<UnitProof> {
    const [{ data: stored }, { data: without }] = await Promise.all([
      UnitSecretEntity.get({ UnitSerNum }).go({ consistent: true }),
      UnitWithoutSecretEntity.get({ UnitSerNum }).go(),
    ]);
    return proofOf(stored, without);
  },

  /** When the unit got its present secret; undefined if it has none. */
  async since(UnitSerNum: string): Promise<string | undefined> {
    const { data } = await UnitSecretEntity.get({ UnitSerNum }).go({ consistent: true });
    return data?.since;
  },

  /** One page of the serial numbers of a model's units without a secret, at the scope's dealer and all below it. */
  async withoutSecret(
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    UnitModel: UnitModel,
    request: { cursor?: string | undefined; pageSize: number },
  ): Promise<Page<string>> {
    const { items, cursor } = await page(
      UnitWithoutSecretEntity.query
        .byTree({ UnitModel })
        .between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) }),
      request,
    );
    return { items: items.map(({ UnitSerNum }) => UnitSerNum), cursor };
  },
};
