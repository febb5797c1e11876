import { isFailedPing } from '../../logs/ping-choice.ts';
import { instant } from '../../time.ts';
import { type PingingUnit, pingIntervalOf, pingState } from '../../units/silence.ts';
import { ASSIGNED, type LastPing } from '../../units/unit.ts';
import type { UnitRecord } from '../../units/unit-record.ts';
import { type Fact, known, type Report, USUAL_DAYS, USUAL_PAGE_SIZES } from '../report.ts';

/** P3-K28. The report and its link into the ping log cover the same days. */
export const FAILED_PING_DAYS = 7;

const failedPingColumns = {
  failure: { label: 'Failure' },
  receivedAt: { label: 'Received at', kind: 'time' },
  bars: { label: 'Bars', kind: 'number' },
} as const;

/** Pings that came late. Those that did not come are in `missedPings`. Both are lists of the same page. */
export const failedPings: Report = {
  name: 'failedPing',
  title: 'Failed pings',
  description: 'Units that miss pings now, or sent one late within the last 7 days',
  path: '/reports/failedPingLog',
  time: 'Date added',
  columns: failedPingColumns,
  mode: 'latest',
  keptDays: FAILED_PING_DAYS,
  ...USUAL_PAGE_SIZES,
  ofPing(ping) {
    if (!isFailedPing(ping)) return undefined;
    const { timeStamp: at, receivedAt, bars } = ping;
    return { subject: 'late', at, facts: known({ failure: 'Late', receivedAt, bars }) };
  },
};

/** The subject of a ping that did not come, beside that of one that came late. */
const MISSED = 'missed';

/** When the ping was due that a unit in use misses now; undefined if it misses none. A unit that never pinged had none due. */
export function missedSince(unit: PingingUnit & { UnitStatus: number }, now: number): string | undefined {
  const { UnitStatus, lastPing } = unit;
  if (UnitStatus !== ASSIGNED || !lastPing) return undefined;
  if (pingState(unit, now) === 'heard') return undefined;
  return instant(Date.parse(lastPing.lastPingTime) + pingIntervalOf(unit));
}

/** The pings that a unit misses now, or the end of that. */
export function missedFact(unit: PingingUnit & Pick<UnitRecord, 'UnitStatus' | 'lastPing'>, now: number): Fact {
  const since = missedSince(unit, now);
  return {
    subject: MISSED,
    at: since ?? unit.lastPing?.lastPingTime ?? instant(now),
    gone: since === undefined,
    stays: true,
    facts: known({ failure: 'Missed', bars: unit.lastPing?.bars }),
  };
}

/** A ping with fewer bars came over a cell service that is insufficient for a call. */
const ENOUGH_BARS = 2;

/** The intervals of the report [P3-K21]. */
export const INTERVALS = [1, 2, 3, 4, 5, 6, 7, 30, 60, 90] as const;
export const DEFAULT_INTERVAL = 7;

export const irregularCellService: Report = {
  name: 'irregularCellService',
  title: 'Irregular cell service',
  description: 'Units that pinged with one bar or none',
  path: '/reports/IrregularCellService',
  time: 'Last at',
  columns: {
    bars: { label: 'Bars', kind: 'number' },
    lte: { label: 'Network' },
    count: { label: 'Weak pings', kind: 'number' },
  },
  mode: 'counted',
  keptDays: USUAL_DAYS,
  counts: [1],
  countsRange: true,
  ...USUAL_PAGE_SIZES,
  ofPing: ({ bars, lte, timeStamp: at }) =>
    bars !== undefined && bars < ENOUGH_BARS
      ? { subject: '', at, facts: known({ bars, lte: lte === undefined ? undefined : lte ? 'LTE' : '3G' }) }
      : undefined,
};

/** The counts of the report [P3-K22]. */
export const PING_COUNTS = [1, 5, 10, 20, 50, 100] as const;
export const DEFAULT_PING_COUNT = 5;

/** A ping over LTE ends a run of pings over 3G. */
const overLte = (at: string): Fact => ({ subject: '', at, gone: true, facts: {} });

/**
 * The last ping over LTE, when the first or the last of a run of them becomes known. One in the middle changes nothing, because the end of the
 * run is later.
 */
function changeOfLte(was: LastPing | undefined, is: LastPing | undefined): readonly Fact[] {
  if (!was || !is || (was.lte === true) === (is.lte === true)) return [];
  return [overLte((is.lte === true ? is : was).lastPingTime)];
}

export const consistent3GPings: Report = {
  name: 'consistent3GPings',
  title: 'Consistent 3G pings',
  description: 'Units whose latest pings all came over 3G',
  path: '/reports/consistent3GPings',
  // Of the pings that are asked for: the run of them can have begun before.
  time: 'Latest pings since',
  columns: { count: { label: '3G pings', kind: 'number' }, bars: { label: 'Bars', kind: 'number' } },
  mode: 'counted',
  keptDays: USUAL_DAYS,
  counts: PING_COUNTS,
  ...USUAL_PAGE_SIZES,
  ofPing: ({ lte, bars, timeStamp: at }) => (lte === false ? { subject: '', at, facts: known({ bars }) } : undefined),
  ofOlderPing: ({ lte, timeStamp }) => (lte === true ? overLte(timeStamp) : undefined),
  ofChange: ({ lastPing: was }, { lastPing: is }) => changeOfLte(was, is),
  endedBy: ({ lastPing }) => (lastPing?.lte === true ? overLte(lastPing.lastPingTime) : undefined),
};
