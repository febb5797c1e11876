import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import { instant } from '#core/time.ts';
import { isLowPower, type PingReport } from '#core/unit-messages/messages.ts';
import type { units } from '#core/units/contract.ts';
import type { LastPing } from '#core/units/unit.ts';
import type { Output } from '#web/lib/api/api.ts';

export type UnitAnswer = Output<typeof units.get>;

const SHOWN_PINGS = 10;

/** The unit as it was read, with the reports since then. */
export function withNews(known: UnitAnswer, message: ConsoleMessage): UnitAnswer {
  switch (message.event) {
    case 'UnitConnected':
      return { ...known, connection: { connected: true, since: instant(message.at) } };
    case 'UnitDisconnect':
      return { ...known, connection: { connected: false } };
    case 'Report':
      return message.report.type === 'ping' ? withPing(known, message.report, message.at) : known;
    default:
      return known;
  }
}

function withPing(known: UnitAnswer, report: PingReport, receivedAt: number): UnitAnswer {
  const lastPingTime = instant(report.MessageTime);
  const before = known.Unit.lastPing?.lastPingTime;
  if (before !== undefined && before >= lastPingTime) return known;
  const ping: Omit<LastPing, 'lastPingTime'> = {
    pingReason: report.pingReason,
    bars: report.bars,
    lte: report.lte,
    lowpower: isLowPower(report),
    acPower: Boolean(report.acPower),
    chargedPercent: report.chargedPercent,
    ...('switchPosition' in report && { switchPosition: report.switchPosition }),
  };
  // The next reading brings its sequence number. Until then it is the highest.
  const sequence = Math.max(0, ...known.recentPings.map((each) => each.sequence)) + 1;
  const shown = {
    ...ping,
    ...('stepsToday' in report && { steps: report.stepsToday }),
    timeStamp: lastPingTime,
    receivedAt: instant(receivedAt),
    sequence,
  };
  return {
    ...known,
    Unit: { ...known.Unit, lastPing: { ...ping, lastPingTime } },
    recentPings: [shown, ...known.recentPings].slice(0, SHOWN_PINGS),
  };
}
