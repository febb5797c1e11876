import { lostRights } from '#core/bulk-actions/lost-rights.ts';
import { type BulkActionCollection, hasTimeFor, isToDo } from '#core/bulk-actions/work.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { type Rights, WHOLE_TREE } from '#core/scope.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import {
  collectAnew,
  passCollectionOn,
  stopCollecting,
  storeCollected,
  UNITS_PER_PAGE,
} from '#data/bulk-actions/collect.ts';
import { type MatchingUnits, matchingUnits } from '#data/units/matching-units.ts';
import { reportLeftOut } from '#platform/http/output.ts';
import { rightsLater } from '#platform/session/rights-now.ts';

/** One message reads at most so many pages. */
const MAX_PAGES = 50;

const leaveOut = reportLeftOut('on-bulk-action');

/**
 * Finds units of the query of a bulk action, page by page, within what the user who started it sees at each page, or takes those of its list. It goes on from the stored place, so it can be
 * delivered twice or continue after a failure. The action is read before each page, so it pauses at once.
 */
export async function collect(task: BulkActionCollection, millisecondsLeft: () => number): Promise<void> {
  const { query, units: listed, askedBy } = await bulkActionStore.order(task.bchKey);
  for (let pages = 0; ; pages++) {
    const bulkAction = await bulkActionStore.get(WHOLE_TREE, task.bchKey);
    const { collecting } = bulkAction;
    if (!collecting || !isToDo(task, bulkAction)) return;
    const goesOn = pages === 0 || (pages < MAX_PAGES && hasTimeFor(bulkAction, millisecondsLeft()));
    if (!goesOn) return void (await passCollectionOn(bulkAction));
    const now = Date.now();
    const rights = await rightsLater(askedBy, now);
    const lost = lostRights(bulkAction, rights);
    if (!rights || lost !== undefined) return void (await stopCollecting(bulkAction, lost!, now));
    const request = { cursor: collecting.cursor, pageSize: UNITS_PER_PAGE };
    const page = await (query ? matchingPage(rights, query, request) : listedPage(listed, request));
    if (page === 'INVALID' && collecting.cursor !== undefined) await collectAnew(bulkAction);
    else if (typeof page === 'string') return void (await stopCollecting(bulkAction, NO_LIST, now));
    else {
      const refusal = await storeCollected(bulkAction, page, now);
      if (refusal !== undefined) return void (await stopCollecting(bulkAction, refusal, now));
    }
  }
}

async function matchingPage(rights: Rights, query: MatchingUnits, request: PageRequest) {
  try {
    const { items, cursor } = await matchingUnits.page(rights, query, request, leaveOut);
    return { items: items.map(({ UnitSerNum }) => UnitSerNum), cursor };
  } catch (error) {
    return asCode(error);
  }
}

/** A page of a list. Its cursor is the place of the next unit. */
function listedPage(listed: readonly string[], { cursor = '0', pageSize }: PageRequest): Page<string> {
  const end = Number(cursor) + pageSize;
  return { items: listed.slice(Number(cursor), end), cursor: end < listed.length ? String(end) : null };
}

const NO_LIST = 'The dealer of the query is no longer there for the user who started the bulk action';

/** INVALID: the place is none of this list any more. NOT_FOUND: the dealer of the query is outside the scope. */
function asCode(error: unknown): 'INVALID' | 'NOT_FOUND' {
  if (error instanceof AppError && (error.code === 'INVALID' || error.code === 'NOT_FOUND')) return error.code;
  throw error;
}
