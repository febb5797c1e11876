import { isLifecycleEvent } from '#core/consoles/console-message.ts';
import { consoleTopic, debugLogTopic } from '#core/live/messages.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { ReportHandover } from '#protocol/ingest-message.ts';
import type { Publisher } from '../ports.ts';
import type { ConnectedUnit } from './connected-unit.ts';

/** Publishes a stored report to the unit's topics. */
export function publishReport(
  publisher: Publisher,
  { UnitSerNum }: ConnectedUnit,
  report: UnitReport,
  { id, raw, receivedAt }: ReportHandover,
): void {
  if (report.type === 'debugLog') {
    const { MessageTime, lines } = report;
    publisher.publish(debugLogTopic(UnitSerNum), { UnitSerNum, MessageTime, lines, at: receivedAt });
    return;
  }
  const topic = consoleTopic(UnitSerNum);
  const said = { UnitSerNum, id, raw, at: receivedAt };
  if (report.type === 'lifecycle' && isLifecycleEvent(report.kind)) {
    publisher.publish(topic, { event: report.kind, report, ...said });
  } else {
    publisher.publish(topic, { event: 'Report', report, ...said });
  }
}
