import type { UnitReport } from '#core/unit-messages/messages.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { consume } from '#platform/aws/consume.ts';
import { keepEvent } from '../on-unit-report/keep-event.ts';
import { ReportMessage } from '../on-unit-report/message.ts';

/** Stores the alarms of units, which come through a queue of their own. Every write can be repeated, because every message can come twice. */
export const handler = consume(ReportMessage, async (message) => {
  const { id, receivedAt, UnitSerNum, kind, raw, message: content } = message;
  // The alarm goes first: who waits for help does not wait for the log.
  await keepEvent(message, content as unknown as UnitReport);
  await protocolLogStore.record({ id, receivedAt, UnitSerNum, kind, raw, messageType: content.type, content });
});
