import { isTestCall } from '#core/history/unit-test.ts';
import { callSignOf } from '#core/interlock/held-back.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult, Login } from '#core/unit-messages/session.ts';
import type { RfReport } from '#core/unit-messages/voice-reports.ts';
import { hubOf } from '#core/units/hub.ts';
import { recordZoneReport } from '#data/accessories/reported-zones.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { recordReportedChange } from '#data/history/change-log.ts';
import { invalidMessageStore } from '#data/history/invalid-messages.ts';
import { storeCapture } from '#data/history/message-capture.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { unitCallStore } from '#data/interlock/calls.ts';
import { carryConfiguration } from '#data/unit-configuration/save.ts';
import { hearingStore } from '#data/units/hearing.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { unitStore } from '#data/units/units.ts';
import { verdictFactStore } from '#data/units/verdict-facts.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { filesIn } from '#platform/aws/message-files.ts';
import { doubtOf, refusalOf } from './doubt.ts';
import { keepEvent, reportIdOf } from './keep-event.ts';
import { type ReportMessage, UnitMessage } from './message.ts';
import { accessoryChangeOf, callOf, pingOf, zoneReportOf } from './readings.ts';
import { keepConfiguration, keepForgottenHome, keepProgress, syncAtPing, toldOf } from './sync.ts';

/** Stores what units report. Every write can be repeated, because every message and every batch can come twice. */
export const handler = consume(UnitMessage, async (message) => {
  if (message.kind === 'capture') return storeCapture(filesIn(env('MESSAGE_CAPTURE_BUCKET')), message);
  if (message.kind === 'signal') return hearingStore.recordSignal(message.receivedAt, Date.now());
  const { id, receivedAt, UnitSerNum, kind, raw } = message;
  if (UnitSerNum !== undefined)
    await protocolLogStore.record({
      ...{ id, receivedAt, UnitSerNum, kind, raw },
      messageType: 'message' in message ? message.message.type : kind,
      content: contentOf(message),
    });
  if (message.kind === 'login') await keepLogin(message, message.message as unknown as Login);
  if (message.kind === 'invalid') await keepRefusal(message);
  if (message.kind === 'report') await keepReport(message, message.message as unknown as UnitReport | CommandResult);
});

async function keepLogin(message: Extract<UnitMessage, { kind: 'login' }>, login: Login): Promise<void> {
  const { UnitSerNum, fence } = message;
  const unit = await unitChangeStore.recordLogin(UnitSerNum, { ...login, fence, told: toldOf(message, login) });
  if (unit?.configRevision !== undefined) await carryConfiguration(unit, Date.now());
  const doubt = doubtOf(message);
  if (doubt) await unitLogStore.recordEventOnce(UnitSerNum, doubt.reportId, doubt.event);
}

async function keepRefusal(message: Extract<UnitMessage, { kind: 'invalid' }>): Promise<void> {
  await invalidMessageStore.record(message);
  const refusal = refusalOf(message);
  if (refusal) await unitLogStore.recordEventOnce(refusal.UnitSerNum, refusal.reportId, refusal.event);
}

async function keepReport(message: ReportMessage, report: UnitReport | CommandResult): Promise<void> {
  if (report.type === 'commandResult') return keepResult(message, report);
  const { UnitSerNum, receivedAt, sequence, claimedTime } = message;
  const reportId = reportIdOf(message);
  const received = { receivedAt, sequence, claimedTime };
  const ping = pingOf(report, received);
  const call = callOf(report, received);
  const after = accessoryChangeOf(report);
  if (ping && report.type === 'ping') {
    const told = toldOf(message, report);
    const unit = await unitLogStore.recordPing(UnitSerNum, reportId, ping, told);
    await syncAtPing(message, report.MessageTime, told, unit);
  }
  if (report.type === 'configurationReport') await keepConfiguration(message, report);
  if (report.type === 'download') await keepProgress(message, report);
  if (report.type === 'operation') await keepForgottenHome(message, report);
  if (isTestCall(report)) await verdictFactStore.recordTestCall(UnitSerNum, report.passed, instant(report.MessageTime));
  if (report.type === 'hub') await unitChangeStore.recordHub(UnitSerNum, hubOf(report), instant(report.MessageTime));
  const callSign = callSignOf(report);
  if (callSign) await unitCallStore.record(UnitSerNum, callSign, report.MessageTime, message.bootId);
  if (call) await unitLogStore.recordCall(UnitSerNum, reportId, call);
  if (report.type === 'rf') await keepZone(message, report);
  if (after) await keepAccessoryChange(UnitSerNum, { id: reportId, at: report.MessageTime, after });
  await keepEvent(message, report);
}

async function keepAccessoryChange(
  UnitSerNum: string,
  reported: { id: string; at: number; after: Record<string, unknown> },
): Promise<void> {
  const unit = await unitOf(UnitSerNum);
  if (unit) await recordReportedChange(unit, { ...reported, action: 'report accessory' });
}

async function keepZone(
  { UnitSerNum, sequence }: { UnitSerNum: string; sequence: number },
  report: RfReport,
): Promise<void> {
  const zone = zoneReportOf(report);
  const unit = zone && (await unitOf(UnitSerNum));
  if (unit) await recordZoneReport(unit, zone, sequence, Date.now());
}

const unitOf = async (UnitSerNum: string) => (await unitStore.getMany(WHOLE_TREE, [UnitSerNum]))[0];

/** The bridge ends the command too. This second write succeeds later if the first one failed. */
async function keepResult(
  { UnitSerNum, receivedAt }: ReportMessage,
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

function contentOf(message: Exclude<UnitMessage, { kind: 'capture' | 'signal' }>): unknown {
  if ('message' in message) return message.message;
  if (message.kind === 'command') return { commandId: message.commandId, command: message.command };
  if (message.kind === 'disconnect') return { reason: message.reason };
  return { error: message.error, detail: message.detail };
}
