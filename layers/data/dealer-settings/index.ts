import { dueAt } from '#core/dealer-settings/mail-series.ts';
import { SECOND } from '#core/time.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { MailSeriesEntity } from './mail-series.ts';
import { mailCollected } from './notifications.ts';

export const area: AreaData = {
  reactions: [
    reactTo(MailSeriesEntity, {
      name: 'mail what was collected',
      message({ before, after }) {
        if (!after?.collected || after.collected.first === before?.collected?.first) return undefined;
        const { DealerKey, reason, about, collected } = after;
        return { collection: { DealerKey, reason, about, first: collected.first }, due: dueAt(collected) };
      },
      delaySeconds: ({ due }, now) => (due - now) / SECOND,
      isUrgent: ({ collection }) => collection.reason === 'Emergency',
      react: ({ collection }, tools, now) => mailCollected(collection, tools, now),
    }),
  ],
};
