import { randomBytes } from 'node:crypto';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { UnitConnectionEntity } from './unit-connection-entity.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity } from './unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from './units.ts';

export const SECRET_BYTES = 32;

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
 * Gives the unit a new secret and returns it; it is not shown again. `replaces` is the time of the secret that the caller knows of, undefined
 * if it knows of none. A connection that the unit has ends when its bridge checks its claims. CONFLICT if somebody else gave
 * it a secret, or the unit or its dealer moved.
 */
export async function giveSecret(
  scope: Scope,
  { UnitSerNum, UnitModel, DealerKey, dealerPath }: UnitRecord,
  replaces: string | undefined,
  now: number,
): Promise<{ secret: Uint8Array; since: string }> {
  const secret = randomBytes(SECRET_BYTES);
  const about = { DealerKey, dealerPath };
  const since = instant(now);
  const audit = auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: replaces === undefined ? 'give secret' : 'replace secret',
      before: { secretSince: replaces },
      after: { secretSince: since },
    },
    now,
  );
  await retry('The unit changes right now. Try again in a moment', async () => {
    const [{ data: mark }, { data: connection }] = await Promise.all([
      UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true }),
      UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true }),
    ]);
    const countedAt = mark?.dealerPath;
    await change({ entities, refused: { changed: RETRY, ...REFUSED }, audit, by: scope, about }, (to) => [
      refusedAs(
        'given',
        to.secret
          .put({ UnitSerNum, secret: secret.toString('base64url'), since })
          .where((stored, { eq, notExists }) =>
            replaces === undefined ? notExists(stored.since) : eq(stored.since, replaces),
          )
          .commit(),
      ),
      refusedAs(
        'moved',
        to.unit
          .check({ UnitSerNum })
          .where((unit, { eq }) => eq(unit.dealerPath, dealerPath))
          .commit(),
      ),
      to.mark
        .delete({ UnitSerNum })
        .where((stored, { eq, notExists }) =>
          countedAt ? eq(stored.dealerPath, countedAt) : notExists(stored.dealerPath),
        )
        .commit(),
      ...dealerKeysOf(countedAt ?? '').map((key) =>
        to.count.upsert({ DealerKey: key, UnitModel }).add({ count: 0, withoutSecret: -1 }).commit(),
      ),
      connection
        ? to.connection.patch({ UnitSerNum }).set({ held: false }).add({ fence: 1 }).commit()
        : to.connection
            .check({ UnitSerNum })
            .where(({ fence }, { notExists }) => notExists(fence))
            .commit(),
    ]);
  });
  return { secret, since };
}
