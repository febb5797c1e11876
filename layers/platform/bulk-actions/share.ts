import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { refusalOf, UNREADABLE } from '#core/bulk-actions/exclusion.ts';
import { asksCarriers } from '#core/bulk-actions/kinds.ts';
import { lostRights } from '#core/bulk-actions/lost-rights.ts';
import { type BulkActionShare, hasTimeFor, isToDo } from '#core/bulk-actions/work.ts';
import { AppError } from '#core/errors.ts';
import { covers, WHOLE_TREE } from '#core/scope.ts';
import { UnitRecord } from '#core/units/unit-record.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { stopAtRow } from '#data/bulk-actions/lost-rights.ts';
import { beginNextTurn } from '#data/bulk-actions/turns.ts';
import type { AskersTools, BulkWork } from '#data/kit/area.ts';
import { settleAskedRows } from '#data/sims/asked-rows.ts';
import { unitStore } from '#data/units/units.ts';
import { logger } from '../aws/observability.ts';
import { sendMessage } from '../aws/queue.ts';
import { forDealerOf } from '../session/asking-dealer.ts';
import { rightsLater } from '../session/rights-now.ts';
import type { RightsInTurn } from '../sims/in-turn.ts';

/** The rights of the user who started the bulk action, for what waits for its turn outside the table. */
export interface RowsRights {
  /** Throws CONFLICT if they may no longer do the action: the row is done again, and stops it. */
  rightsInTurn: RightsInTurn;
}

interface Worker<Tools extends AskersTools> {
  /** The work on one unit, by the names of the actions. */
  works: Readonly<Record<string, BulkWork<Tools>>>;
  tools: (rights: RowsRights) => Omit<Tools, 'askedBy'>;
  /** The queue from which the worker got the share. */
  queueUrl: string;
  millisecondsLeft(): number;
}

/**
 * Works on a share of a bulk action. Rows with an outcome are skipped, so a share can be delivered twice or continue after a failure.
 * The action is read before each row, because a row can have effects outside the table, which refuses only outcomes. The first row is begun in any case;
 * the rest goes to the next worker if the time is short.
 */
export async function workOnShare<Tools extends AskersTools>(
  share: BulkActionShare,
  { works, tools, queueUrl, millisecondsLeft }: Worker<Tools>,
): Promise<void> {
  const { askedBy } = await bulkActionStore.order(share.bchKey);
  const rightsInTurn = async () => {
    const rights = await rightsLater(askedBy, Date.now());
    const lost = lostRights(await bulkActionStore.get(WHOLE_TREE, share.bchKey), rights);
    if (!rights || lost !== undefined) throw new AppError('CONFLICT', lost!);
    return rights;
  };
  const having = { works, tools: { ...tools({ rightsInTurn }), askedBy } as Tools };
  for (const [index, UnitSerNum] of share.units.entries()) {
    const bulkAction = await bulkActionStore.get(WHOLE_TREE, share.bchKey);
    const rest = { ...share, units: share.units.slice(index) };
    if (!isToDo(share, bulkAction)) return afterStop(bulkAction, rest);
    if (index > 0 && !hasTimeFor(bulkAction, millisecondsLeft())) return passOn(queueUrl, bulkAction, rest);
    try {
      await workOn(bulkAction, UnitSerNum, having);
    } catch (error) {
      if (index === 0 || !isWaiting(error)) throw error;
      return passOn(queueUrl, bulkAction, rest, WAIT_SECONDS);
    }
  }
  const bulkAction = await bulkActionStore.get(WHOLE_TREE, share.bchKey);
  if (isToDo(share, bulkAction)) await beginNextTurn(bulkAction, share.units.at(-1)!, Date.now());
}

/** An earlier worker of the share can have been killed after it asked a carrier. The rows of a stopped action say so. */
async function afterStop(bulkAction: BulkActionRecord, { attempt, units }: BulkActionShare): Promise<void> {
  const { action, stoppedAt } = bulkAction;
  if (stoppedAt === undefined || bulkAction.attempt !== attempt || !asksCarriers(action)) return;
  await settleAskedRows(bulkAction, units, Date.now());
}

/** Sends the open rows of a share to the next worker, as a message that has all its deliveries before it. */
const passOn = (queueUrl: string, { dealerKey }: BulkActionRecord, rest: BulkActionShare, delaySeconds = 0) =>
  sendMessage(queueUrl, rest, delaySeconds, String(dealerKey));

/** A carrier may be being asked about the unit: the row waits. Each row of a share can, so they do not share their deliveries. */
const isWaiting = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE';
const WAIT_SECONDS = 60;

/** After as many tries, a unit that others keep changing fails its row, so that the rows after it go on. */
const MAX_TRIES = 3;

/** Does one row with the rights that the user who started the bulk action has now. Without them, the bulk action stops. */
async function workOn<Tools extends AskersTools>(
  bulkAction: BulkActionRecord,
  UnitSerNum: string,
  { works, tools }: Pick<Worker<Tools>, 'works'> & { tools: Tools },
  tries = 1,
): Promise<unknown> {
  const { action, UnitModel } = bulkAction;
  const work = works[action];
  // A newer release has started it, and this worker is about to be replaced: the queue delivers the message again.
  if (!work) throw new Error(`This worker does not know the bulk action "${action}"`);
  const now = Date.now();
  const outcome = { bulkAction, UnitSerNum, now };
  const fail = (reason: string) => bulkActionRowStore.fail(outcome, reason);

  const rights = await rightsLater(tools.askedBy, now);
  const lost = lostRights(bulkAction, rights);
  if (!rights || lost !== undefined) return stopAtRow(outcome, lost!);
  const unit = await unitStore.get(WHOLE_TREE, UnitSerNum).catch(unlessMissing);
  const covered = unit && covers(rights, unit.dealerPath) ? unit : undefined;
  // A row that fails with an error would fail each time that the share comes back, and the rows after it would never be done.
  const refusal = refusalOf(covered, UnitModel);
  if (refusal === UNREADABLE) {
    const fields = UnitRecord.safeParse(unit).error?.issues.map(({ path }) => path.join('.'));
    logger.error('A unit of a bulk action is malformed', { bchKey: bulkAction.bchKey, UnitSerNum, fields });
  }
  if (refusal !== undefined) return fail(refusal);
  try {
    return await forDealerOf(rights, () => work(outcome, rights, covered!, tools));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    return tries < MAX_TRIES ? workOn(bulkAction, UnitSerNum, { works, tools }, tries + 1) : fail(error.message);
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
