import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult, Login } from '#core/unit-messages/session.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { consume } from '#platform/aws/consume.ts';
import { doubtOf, refusalOf } from './doubt.ts';
import { UnitMessage } from './message.ts';
import { eventOf, pingOf } from './readings.ts';

/** Stores what units report. Every write can be repeated, because every message and every batch can come twice. */
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
  if (message.kind === 'login') await keepLogin(message, message.message as unknown as Login);
  if (message.kind === 'invalid') await keepRefusal(message);
  if (message.kind === 'report') await keepReport(message, message.message as unknown as UnitReport | CommandResult);
});

async function keepLogin(message: Extract<UnitMessage, { kind: 'login' }>, login: Login): Promise<void> {
  const { UnitSerNum, fence } = message;
  await unitChangeStore.recordLogin(UnitSerNum, { ...login, fence });
  const doubt = doubtOf(message);
  if (doubt) await unitLogStore.recordEventOnce(UnitSerNum, doubt.reportId, doubt.event);
}

async function keepRefusal(message: Extract<UnitMessage, { kind: 'invalid' }>): Promise<void> {
  const refusal = refusalOf(message);
  if (refusal) await unitLogStore.recordEventOnce(refusal.UnitSerNum, refusal.reportId, refusal.event);
}

async function keepReport(
  message: Extract<UnitMessage, { kind: 'report' }>,
  report: UnitReport | CommandResult,
): Promise<void> {
  if (report.type === 'commandResult') return keepResult(message, report);
  const { UnitSerNum, receivedAt, sequence, claimedTime } = message;
  const reportId = message.id.slice(`${UnitSerNum}-`.length);
  const received = { receivedAt, sequence, claimedTime };
  const ping = pingOf(report, received);
  const event = eventOf(report, received);
  if (ping) await unitLogStore.recordPing(UnitSerNum, reportId, ping);
  if (event && claimedTime !== undefined) await unitLogStore.recordEventOnce(UnitSerNum, reportId, event);
  else if (event) await unitLogStore.recordEvent(UnitSerNum, reportId, event);
}

/** The bridge ends the command too. This second write succeeds later if the first one failed. */
async function keepResult(
  { UnitSerNum, receivedAt }: Extract<UnitMessage, { kind: 'report' }>,
  { commandId, ...told }: CommandResult,
): Promise<void> {
  const { outcome, text, answer } = told;
  const result = { outcome, ...(text !== undefined && { text }), answer };
  await commandStore.end(
    UnitSerNum,
    commandId,
    { outcome: outcome === 'done' ? 'done' : 'failed', result },
    receivedAt,
  );
}

function contentOf(message: UnitMessage): unknown {
  if ('message' in message) return message.message;
  if (message.kind === 'command') return { commandId: message.commandId, command: message.command };
  if (message.kind === 'disconnect') return { reason: message.reason };
  return { error: message.error, detail: message.detail };
}
