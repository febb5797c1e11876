import { protocolLogStore } from '#data/protocol-log.ts';
import { unitLogStore } from '#data/unit-log.ts';
import { unitStore } from '#data/units.ts';
import { consume } from '#platform/consume.ts';
import type { Login, UnitReport } from '#protocol/messages.ts';
import { UnitMessage } from './message.ts';
import { eventOf, pingOf } from './readings.ts';

/** Keeps what units say. Every write can be repeated, because every message can come twice and a batch can be taken up midway. */
export const handler = consume(UnitMessage, async (message) => {
  await protocolLogStore.record({
    id: message.id,
    receivedAt: message.receivedAt,
    UnitSerNum: message.UnitSerNum,
    kind: message.kind,
    messageType: 'message' in message ? message.message.type : message.kind,
    raw: message.raw,
    content: contentOf(message),
  });
  if (message.kind === 'login') await unitStore.recordLogin(message.UnitSerNum, message.message as unknown as Login);
  if (message.kind === 'report') await keepReport(message, message.message as unknown as UnitReport);
});

async function keepReport(message: Extract<UnitMessage, { kind: 'report' }>, report: UnitReport): Promise<void> {
  const reportId = `${message.bootId}-${message.sequence}`;
  const received = { receivedAt: message.receivedAt, sequence: message.sequence };
  const ping = pingOf(report, received);
  const event = eventOf(report, received);
  if (ping) await unitLogStore.recordPing(message.UnitSerNum, reportId, ping);
  if (event) await unitLogStore.recordEvent(message.UnitSerNum, reportId, event);
}

function contentOf(message: UnitMessage): unknown {
  if ('message' in message) return message.message;
  if (message.kind === 'command') return { commandId: message.commandId, command: message.command };
  if (message.kind === 'disconnect') return { reason: message.reason };
  return { error: message.error, detail: message.detail };
}
