import { isUrgentReport } from '#core/history/alarm.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import type { Ingest } from '../ports.ts';

const isUrgent = (message: IngestMessage) => message.kind === 'report' && isUrgentReport(message.message);

/** Hands alarms over to a queue of their own, where they wait behind nothing else. */
export const alarmsFirst = (alarms: Ingest, others: Ingest): Ingest => ({
  async put(messages) {
    const { urgent = [], usual = [] } = Object.groupBy(messages, (one) => (isUrgent(one) ? 'urgent' : 'usual'));
    await Promise.all([alarms.put(urgent), others.put(usual)]);
  },
});
