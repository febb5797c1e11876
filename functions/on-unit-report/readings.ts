import { Zone } from '#core/accessories/accessory.ts';
import type { ZoneReport } from '#core/accessories/rf-map.ts';
import { eventTypeOf } from '#core/history/alarm.ts';
import type { Call } from '#core/history/call.ts';
import type { Ping, UnitEvent } from '#core/history/ping.ts';
import { loggedTest } from '#core/history/unit-test.ts';
import { inCapitals } from '#core/text.ts';
import { instant } from '#core/time.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { RfReport } from '#core/unit-messages/voice-reports.ts';

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
        eventType: eventTypeOf(report),
        ...(report.zone !== undefined && { zone: report.zone }),
        ...(report.test && { test: true }),
        ...(report.awaitsHandling && { awaitsHandling: true }),
        ...(details.length > 0 && { detail: details.join('. ') }),
      };
    }
    case 'lifecycle':
      return { ...common, eventType: String(report.kind), ...(report.reason && { detail: report.reason }) };
    case 'test':
      return {
        ...common,
        ...loggedTest(report),
        ...(report.zone !== undefined && { zone: report.zone }),
      };
    default:
      return undefined;
  }
}

/** The report as a call of the log; undefined if it is not a call. */
export function callOf(report: UnitReport, { receivedAt, sequence }: Received): Call | undefined {
  if (report.type !== 'call') return undefined;
  const { type: _type, MessageTime, startedAt, direction, outcome, ...rest } = report;
  return {
    timeStamp: instant(MessageTime),
    receivedAt: instant(receivedAt),
    sequence,
    startedAt: instant(startedAt),
    direction: String(direction),
    outcome: String(outcome),
    ...rest,
  };
}

/** The report as one about a zone; undefined for a zone that does not exist, which a unit can name. */
export function zoneReportOf({
  zone,
  RFCode,
  state,
  MessageTime,
  SerialNumber,
  batteryLow,
}: RfReport): ZoneReport | undefined {
  if (!Zone.safeParse(zone).success) return undefined;
  return {
    ...{ zone, RFCode: inCapitals(RFCode), state: String(state), at: instant(MessageTime) },
    ...(SerialNumber !== undefined && { SerialNumber: inCapitals(SerialNumber) }),
    ...(batteryLow !== undefined && { batteryLow }),
  };
}

/** States of an accessory that change the RF map of a unit. Accessories are heard and tested all the time. */
const CHANGING: readonly string[] = ['added', 'deleted', 'missing'];

/** The report as a change of the RF map, in the fields of the audit; undefined if it changes nothing. */
export function accessoryChangeOf(report: UnitReport): Record<string, unknown> | undefined {
  if (report.type !== 'rf' || !CHANGING.includes(String(report.state))) return undefined;
  const { type: _type, MessageTime: _time, signalDbm: _signal, ...change } = report;
  return { ...change, state: String(report.state) };
}
