import { consoleTopic, debugLogTopic } from '#core/live/messages.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import type { UnitReport } from '#protocol/messages.ts';
import type { Publisher } from '../ports.ts';
import type { ConnectedUnit } from './connected-unit.ts';

/** Publishes a stored report to the unit's topics. */
export function publishReport(
  publisher: Publisher,
  { UnitSerNum }: ConnectedUnit,
  report: UnitReport,
  { id, raw, receivedAt }: IngestMessage,
): void {
  if (report.type === 'debugLog') {
    const { MessageTime, lines } = report;
    publisher.publish(debugLogTopic(UnitSerNum), { UnitSerNum, MessageTime, lines, at: receivedAt });
    return;
  }
  const topic = consoleTopic(UnitSerNum);
  if (report.type === 'lifecycle' && isConsoleEvent(report.kind)) {
    publisher.publish(topic, { event: report.kind, UnitSerNum, id, report, raw, at: receivedAt });
  } else {
    publisher.publish(topic, { event: 'Report', UnitSerNum, id, report, raw, at: receivedAt });
  }
}

const CONSOLE_EVENTS = ['Reboot', 'Shutdown', 'Reset', 'UnitError'] as const;
type ConsoleEvent = (typeof CONSOLE_EVENTS)[number];

/** The voice console knows these by name (portal-2 section 4, socket events). */
const isConsoleEvent = (kind: string): kind is ConsoleEvent => (CONSOLE_EVENTS as readonly string[]).includes(kind);
