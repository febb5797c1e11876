import { instant, MINUTE } from '../../time.ts';
import { known, type Report, USUAL_DAYS, USUAL_PAGE_SIZES } from '../report.ts';

export const failedCalls: Report = {
  name: 'failedCalls',
  title: 'Failed calls',
  description: 'Calls of units that failed',
  path: '/reports/CallFailed',
  time: 'Failed at',
  columns: {
    direction: { label: 'Direction' },
    phoneNumber: { label: 'Phone number' },
    attempts: { label: 'Attempts', kind: 'number' },
    failCode: { label: 'Fail code', kind: 'number' },
    bars: { label: 'Bars', kind: 'number' },
  },
  mode: 'each',
  keptDays: USUAL_DAYS,
  ...USUAL_PAGE_SIZES,
  ofCall({ outcome, timeStamp, sequence, direction, phoneNumber, attempts, failCode, bars }) {
    if (outcome !== 'failed') return undefined;
    const facts = known({ direction, phoneNumber, attempts, failCode, bars });
    return { subject: `${timeStamp}~${sequence}`, at: timeStamp, facts };
  },
};

/** Longer than an event takes with a slow connection: the unit had none, and kept the event. */
const HELD_BACK_MS = 10 * MINUTE;

export const contingency: Report = {
  name: 'contingency',
  title: 'Contingency',
  description: 'Events that a unit could only send long after they happened',
  path: '/reports/contingency',
  time: 'Happened at',
  columns: {
    eventType: { label: 'Event' },
    zone: { label: 'Zone', kind: 'number' },
    receivedAt: { label: 'Received at', kind: 'time' },
    minutesLate: { label: 'Minutes late', kind: 'number' },
  },
  mode: 'each',
  keptDays: USUAL_DAYS,
  pageSizes: [10, 25, 50, 100, 1000],
  defaultPageSize: 25,
  ofEvent({ eventType, zone, timeStamp, receivedAt, sequence }) {
    const late = Date.parse(receivedAt) - Date.parse(timeStamp);
    if (!(late > HELD_BACK_MS)) return undefined;
    const facts = known({ eventType, zone, receivedAt, minutesLate: Math.floor(late / MINUTE) });
    return { subject: `${timeStamp}~${sequence}`, at: timeStamp, facts };
  },
};

/** How long a change of a phone number is listed. */
const NUMBER_KEPT_DAYS = 730;

export const phoneChanges: Report = {
  name: 'phoneChange',
  title: 'Phone number changes',
  description: 'Changes of the phone numbers of units',
  path: '/reports/phoneChange',
  time: 'Changed at',
  columns: {
    slot: { label: 'SIM', kind: 'number' },
    from: { label: 'From' },
    to: { label: 'To' },
    iccid: { label: 'ICCID' },
  },
  mode: 'each',
  keptDays: NUMBER_KEPT_DAYS,
  ...USUAL_PAGE_SIZES,
  ofChange: (before, after, changeId, now) =>
    ([1, 2] as const).flatMap((slot) => {
      const [from, to] = [before[`MSISDN${slot}`], after[`MSISDN${slot}`]];
      if (from === to) return [];
      const facts = known({ slot, from, to, iccid: after[`ICCID${slot}`] });
      return [{ subject: `${slot}~${changeId}`, at: instant(now), facts }];
    }),
};
