import { Entity } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { change } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';

/** A dealer's logo. It is an item of its own, so lists of dealers do not read pictures. */
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

const entities = { logo: DealerLogoEntity };
const refused = { changed: 'The logo has been changed meanwhile' };

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

  put: (scope: Scope, logo: string, now: number): Promise<void> =>
    change({ entities, refused, audit: entryOf(scope, 'choose logo', now) }, (to) => [
      to.logo.put({ DealerKey: scope.dealerKey, logo, changedAt: instant(now) }).commit(),
    ]),

  remove: (scope: Scope, now: number): Promise<void> =>
    change({ entities, refused, audit: entryOf(scope, 'remove logo', now) }, (to) => [
      to.logo.delete({ DealerKey: scope.dealerKey }).commit(),
    ]),
};

const entryOf = (scope: Scope, action: AuditAction, now: number) =>
  auditEntry(
    scope,
    { objectKind: 'dealer', objectId: String(scope.dealerKey), dealerKey: scope.dealerKey, action },
    now,
  );
