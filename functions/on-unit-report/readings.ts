import type { Ping, UnitEvent } from '#core/history/ping.ts';
import { instant } from '#core/time.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';

interface Received {
  /** Milliseconds, by the bridge's clock. */
  receivedAt: number;
  sequence: number;
  /** The time of the unit's clock, if it was impossible and the report has the time of receipt instead. */
  claimedTime?: number | undefined;
}

/** The report as a ping of the log; undefined if it is not a ping. */
export function pingOf(report: UnitReport, { receivedAt, sequence }: Received): Ping | undefined {
  if (report.type !== 'ping') return undefined;
  const common = {
    timeStamp: instant(report.MessageTime),
    receivedAt: instant(receivedAt),
    sequence,
    pingReason: String(report.pingReason),
    bars: report.bars,
    lte: report.lte,
    chargedPercent: report.chargedPercent,
    acPower: Boolean(report.acPower),
  };
  return 'lowpower' in report
    ? { ...common, lowpower: report.lowpower, switchPosition: String(report.switchPosition) }
    : { ...common, lowpower: report.lowPower, steps: report.stepsToday };
}

/** Shown in the log if the time is not the unit's. */
const CLOCK_WRONG = "Time of receipt, the unit's clock was wrong";

/** The report as an event of the log; undefined if it is not an event. */
export function eventOf(report: UnitReport, { receivedAt, sequence, claimedTime }: Received): UnitEvent | undefined {
  const common = { timeStamp: instant(report.MessageTime), receivedAt: instant(receivedAt), sequence };
  switch (report.type) {
    case 'event': {
      const details = [...(report.test ? ['Test'] : []), ...(claimedTime === undefined ? [] : [CLOCK_WRONG])];
      return {
        ...common,
        eventType: `Event ${report.EventCode}${report.restored ? ' restored' : ''}`,
        ...(report.zone !== undefined && { zone: report.zone }),
        ...(report.test && { test: true }),
        ...(details.length > 0 && { detail: details.join('. ') }),
      };
    }
    case 'lifecycle':
      return { ...common, eventType: String(report.kind), ...(report.reason && { detail: report.reason }) };
    case 'test':
      return {
        ...common,
        eventType: `Test of ${report.kind}`,
        detail: report.passed ? 'Passed' : `Failed${report.text ? `: ${report.text}` : ''}`,
        ...(report.zone !== undefined && { zone: report.zone }),
      };
    default:
      return undefined;
  }
}
