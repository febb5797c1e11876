import { createWriteTransaction, Entity } from 'electrodb';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { committed, requireCommitted } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** A dealer's logo. An item of its own, so that no list of dealers carries pictures. */
export const DealerLogoEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerLogo', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      /** A PNG in base64. */
      logo: requiredText,
      changedAt: requiredText,
    },
    indexes: { dealerLogo: primary(['DealerKey'], []) },
  },
  at,
);

const entities = { logo: DealerLogoEntity, audit: AuditEntity };

export const dealerLogoStore = {
  /** The logo of the scope's dealer, or of the nearest one above that has one. */
  async get({ dealerPath, dealerKey }: Scope): Promise<{ logo: string | null; own: boolean }> {
    const nearestFirst = dealerKeysOf(dealerPath).reverse();
    const logos = await getAll(
      DealerLogoEntity,
      nearestFirst.map((DealerKey) => ({ DealerKey })),
    );
    const nearest = nearestFirst.map((key) => logos.find(({ DealerKey }) => DealerKey === key)).find(Boolean);
    return { logo: nearest?.logo ?? null, own: nearest?.DealerKey === dealerKey };
  },

  async put(scope: Scope, logo: string, now: number): Promise<void> {
    const DealerKey = scope.dealerKey;
    const result = await committed(() =>
      createWriteTransaction(entities, (to) => [
        to.logo.put({ DealerKey, logo, changedAt: instant(now) }).commit(),
        to.audit.create(entryOf(scope, 'choose logo', now)).commit(),
      ]).go(),
    );
    requireCommitted(result, MEANWHILE);
  },

  async remove(scope: Scope, now: number): Promise<void> {
    const DealerKey = scope.dealerKey;
    const result = await committed(() =>
      createWriteTransaction(entities, (to) => [
        to.logo.delete({ DealerKey }).commit(),
        to.audit.create(entryOf(scope, 'remove logo', now)).commit(),
      ]).go(),
    );
    requireCommitted(result, MEANWHILE);
  },
};

const MEANWHILE = 'The logo has been changed meanwhile';

const entryOf = (scope: Scope, action: string, now: number) =>
  auditEntry(
    scope,
    { objectKind: 'dealer', objectId: String(scope.dealerKey), dealerKey: scope.dealerKey, action },
    now,
  );
