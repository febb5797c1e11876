import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerListsEntity, mustProve } from '../dealer-settings/dealer-settings.ts';
import { gatheredRead } from '../kit/gathered-reads.ts';
import { proofOf, type UnitProof, UnitSecretEntity, UnitWithoutSecretEntity } from './unit-secrets.ts';
import { UnitEntity } from './units.ts';

/** What a bridge reads to decide about a login. Logins at the same moment share their requests. */
export const loginReads = {
  /** The unit, and how it proves its identity. The same reads for every serial number, so that their time does not show which units exist. */
  async unit(UnitSerNum: string): Promise<{ unit: UnitRecord | undefined; proof: UnitProof }> {
    const [unit, secret, without] = await Promise.all([
      gatheredRead(UnitEntity, { UnitSerNum }),
      gatheredRead(UnitSecretEntity, { UnitSerNum }),
      gatheredRead(UnitWithoutSecretEntity, { UnitSerNum }),
    ]);
    return { unit, proof: proofOf(secret, without) };
  },

  /** True if one of the dealers requires that units prove their identity. */
  async requireProof(dealerKeys: readonly number[]): Promise<boolean> {
    const stored = await Promise.all(dealerKeys.map((DealerKey) => gatheredRead(DealerListsEntity, { DealerKey })));
    return stored.some(mustProve);
  },

  /** When the unit got its present secret; undefined if it has none. */
  async secretSince(UnitSerNum: string): Promise<string | undefined> {
    return (await gatheredRead(UnitSecretEntity, { UnitSerNum }))?.since;
  },
};
