import { askerOf } from '#core/auth/identities.ts';
import { type BulkActionRecord, WALKS } from '#core/bulk-actions/bulk-action-record.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
import { newId } from '../kit/id.ts';
import { type Turn, turnEntities, turnRefused } from '../kit/turns.ts';
import type { MatchingUnits } from '../units/matching-units.ts';
import { askedOf, auditActionOf, BulkActionEntity, BulkActionOrderEntity, bulkActionObject } from './bulk-actions.ts';

const KEPT_MS = 180 * DAY;

const entities = { bulkAction: BulkActionEntity, order: BulkActionOrderEntity, ...turnEntities };

/** Chosen units, which stay in one item, or units that are rows once they are found: those of a query or of a long list. */
type About =
  | { units: string[]; query?: undefined; listed?: undefined }
  | { query: MatchingUnits; matching: string; units?: undefined; listed?: undefined }
  | { listed: string[]; matching: string; units?: undefined; query?: undefined };

type Asked = Pick<BulkActionRecord, 'action' | 'type' | 'value' | 'UnitModel' | 'pace' | 'matching'>;

/** What is asked, and of which units. */
export type Order = Asked & About;

/** Stores a bulk action. The change stream starts the work, even if this process dies. `kept`: keeps it as the last one of the person. */
export async function startBulkAction(
  scope: Scope,
  { units, query, listed, ...asked }: Order,
  now: number,
  kept?: { turn: Turn; digest: string },
): Promise<BulkActionRecord> {
  const bchKey = newId(now);
  const expiresAt = expiryOf(now + KEPT_MS);
  const bulkAction: BulkActionRecord = {
    ...asked,
    ...(asked.pace !== undefined && { dueAt: instant(now) }),
    bchKey,
    attempt: 1,
    total: units?.length ?? 0,
    // No unit moves in a list that was given, so it is read once.
    ...(!units && { collecting: { walk: query ? 1 : WALKS }, pagesRead: 0 }),
    done: 0,
    asked: 0,
    already: 0,
    failed: 0,
    movedAt: instant(now),
    createdAt: instant(now),
    createdBy: scope.fullName || scope.userName,
    dealerKey: scope.dealerKey,
    dealerPath: scope.dealerPath,
    expiresAt,
  };
  const started = {
    ...bulkActionObject(bulkAction),
    action: auditActionOf('start', asked),
    after: {
      ...(query ? { matching: bulkAction.matching } : { units: (units ?? listed ?? []).length }),
      ...askedOf(asked),
    },
  };
  await change(
    {
      entities,
      audit: auditEntry(scope, started, now),
      refused: { changed: 'The bulk action could not be started', ...turnRefused },
    },
    (to) => [
      ...(kept ? [kept.turn.write(to, [bchKey, kept.digest])] : []),
      to.bulkAction.create({ ...bulkAction, openOf: scope.dealerKey }).commit(),
      to.order
        .create({ bchKey, units: units ?? listed ?? [], ...(query && { query }), askedBy: askerOf(scope), expiresAt })
        .commit(),
    ],
  );
  return bulkAction;
}
