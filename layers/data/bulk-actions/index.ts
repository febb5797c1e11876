import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import { finishedOccurrence, stoppedOccurrence } from '#core/bulk-actions/occurrence.ts';
import { turnOf } from '#core/bulk-actions/pace.ts';
import { isToDo, sharesOf } from '#core/bulk-actions/work.ts';
import { bulkActionTopic } from '#core/live/messages.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, newsOf, reactTo } from '../kit/area.ts';
import { bulkActionRowStore } from './bulk-action-rows.ts';
import { BulkActionEntity, bulkActionStore } from './bulk-actions.ts';
import { bulkActionFollower } from './dealer-follower.ts';
import { shownBulkAction } from './shown.ts';

export const area: AreaData = {
  reactions: [
    reactTo(BulkActionEntity, {
      name: 'start a bulk action',
      message({ before, after }) {
        if (!after || (before?.attempt === after.attempt && before.turn === after.turn)) return undefined;
        return { bchKey: after.bchKey, attempt: after.attempt, turn: after.turn ?? 0 };
      },
      /**
       * Sends the open rows of a new turn to the queue: with a pace as many as are due next, when they are due. If it comes again, rows that
       * got their outcome in this turn count, so the turn is no larger.
       */
      async react({ bchKey, attempt, turn = 0 }, { send }, now) {
        const bulkAction = await bulkActionStore.get(WHOLE_TREE, bchKey);
        if (!isToDo({ attempt, turn }, bulkAction)) return;
        const rows = await bulkActionRowStore.list(bulkAction);
        const open = rows.filter(({ state }) => state === 'queued').map(({ UnitSerNum }) => UnitSerNum);
        const group = String(bulkAction.dealerKey);
        const { pace, dueAt } = bulkAction;
        const ofTurn = rows.filter((row) => row.turn === turn).length;
        const due = pace === undefined ? open : open.slice(0, Math.max(0, turnOf(pace).units - ofTurn));
        const wait = dueAt === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(dueAt) - now) / SECOND));
        const how = { group, ...(wait > 0 && { delaySeconds: wait }) };
        for (const share of sharesOf({ bchKey, attempt, turn }, due)) await send('bulk-action', share, how);
      },
    }),
    reactTo(BulkActionEntity, {
      name: 'notify of a finished bulk action',
      message: ({ before, after }) =>
        before && after && !isFinished(before) && isFinished(after) ? finishedOccurrence(after) : undefined,
      react: notify,
    }),
    reactTo(BulkActionEntity, {
      name: 'notify of a stopped bulk action',
      message: ({ before, after }) =>
        before && after && before.stoppedAs !== 'stopped' && after.stoppedAs === 'stopped'
          ? stoppedOccurrence(after)
          : undefined,
      react: notify,
    }),
  ],
  news: [
    newsOf(BulkActionEntity, (after, now) => ({
      topic: bulkActionTopic(after.bchKey),
      message: shownBulkAction(after, now),
    })),
  ],
  dealerFollowers: [bulkActionFollower],
};
