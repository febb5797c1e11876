import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import { isOver } from '#core/bulk-actions/command.ts';
import { finishedOccurrence, stoppedOccurrence } from '#core/bulk-actions/occurrence.ts';
import { commandsUnits, isToDo, sharesOf } from '#core/bulk-actions/work.ts';
import { bulkActionTopic } from '#core/live/messages.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, newsOf, reactTo } from '../kit/area.ts';
import { BulkActionEntity, bulkActionStore } from './bulk-actions.ts';
import { dueUnits, handedOutTo } from './hand-out.ts';
import { bulkActionLists } from './lists.ts';
import { shownBulkAction } from './shown.ts';

export const area: AreaData = {
  reactions: [
    reactTo(BulkActionEntity, {
      name: 'start a bulk action',
      message({ before, after }) {
        const isSame =
          before?.attempt === after?.attempt && before?.turn === after?.turn && before?.handedTo === after?.handedTo;
        if (!after || isSame) return undefined;
        const { bchKey, attempt, turn = 0, handedTo } = after;
        return { bchKey, attempt, turn, handedTo };
      },
      /**
       * Has a worker find the units of a query. Sends the open rows of a new turn to the queue: with a pace as many as are due next, when they are due; without one
       * those of a query some at a time. It can come again.
       */
      async react({ bchKey, attempt, turn = 0, handedTo }, { send }, now) {
        const bulkAction = await bulkActionStore.get(WHOLE_TREE, bchKey);
        if (!isToDo({ attempt, turn }, bulkAction) || bulkAction.handedTo !== handedTo) return;
        const { dealerKey, dueAt, collecting, action, pace } = bulkAction;
        const group = String(dealerKey);
        if (collecting) return send('bulk-action', { bchKey, attempt, turn, collects: true }, { group });
        const { units, goesOnAfter } = await dueUnits(bulkAction);
        const wait = dueAt === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(dueAt) - now) / SECOND));
        const how = { group, ...(wait > 0 && { delaySeconds: wait }) };
        const shares = sharesOf({ bchKey, attempt, turn, action, pace }, units);
        for (const share of shares)
          await (commandsUnits(action) ? send('bulk-command', share, how) : send('bulk-action', share, how));
        if (goesOnAfter !== undefined) await handedOutTo(bulkAction, goesOnAfter);
      },
    }),
    reactTo(BulkActionEntity, {
      name: 'leave the list of open bulk actions',
      message: ({ after }) =>
        after?.openOf !== undefined && isOver(shownBulkAction(after, 0))
          ? { bchKey: after.bchKey, attempt: after.attempt }
          : undefined,
      react: (ended) => bulkActionLists.leaveOpen(ended),
    }),
    reactTo(BulkActionEntity, {
      name: 'notify of a finished bulk action',
      message: ({ before, after }) =>
        before && after && !isFinished(before) && isFinished(after) && after.stoppedAs !== 'cancelled'
          ? finishedOccurrence(after)
          : undefined,
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
};
