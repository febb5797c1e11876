import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { isMarked } from '#core/units/proof.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { UnitConnectionEntity } from './unit-connection-entity.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity } from './unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from './units.ts';

const entities = {
  unit: UnitEntity,
  secret: UnitSecretEntity,
  mark: UnitWithoutSecretEntity,
  count: UnitCountEntity,
  connection: UnitConnectionEntity,
};

const REFUSED = {
  given: 'The unit got another secret since you loaded it. Please load the unit again',
  moved: 'The unit changed meanwhile',
};

/**
 * Deletes the secret that the unit got at `since`. The unit is marked as one that must prove itself, so it cannot connect until it gets a new
 * secret, and its connection ends. CONFLICT if it got another secret, or the unit or its dealer moved.
 */
export async function withdrawSecret(scope: Scope, unit: UnitRecord, since: string, now: number): Promise<void> {
  const { UnitSerNum, UnitModel, UnitStatus, DealerKey, dealerPath } = unit;
  const audit = auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: 'withdraw secret',
      before: { secretSince: since },
    },
    now,
  );
  await retry('The unit changes right now. Try again in a moment', async () => {
    const [{ data: mark }, { data: connection }] = await Promise.all([
      UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true }),
      UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true }),
    ]);
    // A unit with a mark is counted already.
    const isNew = isMarked(unit, false) && mark === null;
    await change({ entities, refused: { changed: RETRY, ...REFUSED }, audit, by: scope, about: unit }, (to) => [
      refusedAs(
        'given',
        to.secret
          .delete({ UnitSerNum })
          .where((stored, { eq }) => eq(stored.since, since))
          .commit(),
      ),
      refusedAs(
        'moved',
        to.unit
          .check({ UnitSerNum })
          .where((stored, { eq }) => `${eq(stored.dealerPath, dealerPath)} AND ${eq(stored.UnitStatus, UnitStatus)}`)
          .commit(),
      ),
      ...(isNew ? [to.mark.create({ UnitSerNum, UnitModel, dealerPath, trustedByLabel: false }).commit()] : []),
      ...(mark ? [to.mark.patch({ UnitSerNum }).set({ trustedByLabel: false }).commit()] : []),
      ...dealerKeysOf(isNew ? dealerPath : '').map((key) =>
        to.count.upsert({ DealerKey: key, UnitModel }).add({ count: 0, withoutSecret: 1 }).commit(),
      ),
      connection
        ? to.connection.patch({ UnitSerNum }).set({ held: false }).add({ fence: 1 }).commit()
        : to.connection
            .check({ UnitSerNum })
            .where(({ fence }, { notExists }) => notExists(fence))
            .commit(),
    ]);
  });
}
