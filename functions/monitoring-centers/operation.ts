import type { Handlers } from '#core/contract.ts';
import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { historyBegin } from '#data/history/visible.ts';
import { changeAlarm, withAlarms } from '#data/monitoring-centers/alarm-changes.ts';
import { readBoard } from '#data/monitoring-centers/board.ts';
import { withDeliveries } from '#data/monitoring-centers/deliveries.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';

/** A phone number belongs to one unit. The beginning of one can belong to several. */
const MAX_UNITS = 5;
const MAX_EVENTS = 50;
/** A unit's clock may be ahead. */
const CLOCK_TOLERANCE = 10 * MINUTE;

type Served = Handlers<typeof monitoringCenters>;

const change: Served['changeAlarm'] & Served['handleAlarm'] = async ({
  input: { UnitSerNum, timeStamp, sequence, ...wanted },
  scope,
}) => {
  const unit = await unitStore.get(scope, UnitSerNum);
  return changeAlarm(scope, unit, { UnitSerNum, timeStamp, sequence }, wanted, Date.now());
};

export const operation: Pick<Served, 'recentEvents' | 'changeAlarm' | 'operatorBoard' | 'board' | 'handleAlarm'> = {
  async recentEvents({ input: { phoneNumber, twentyFourHours }, scope }) {
    const now = Date.now();
    const units = await unitsOf(scope, phoneNumber);
    const range = {
      startDate: instant(now - (twentyFourHours === 'true' ? DAY : 31 * DAY)),
      endDate: instant(now + CLOCK_TOLERANCE),
      pageSize: MAX_EVENTS,
    };
    const logs = await Promise.all(
      units.map(async (unit) => {
        const { UnitSerNum } = unit;
        const begin = await historyBegin(scope, unit);
        const startDate = begin !== undefined && begin > range.startDate ? begin : range.startDate;
        const { items, cursor } = await unitLogStore.events({ UnitSerNum, ...range, startDate }, now);
        const handled = await withAlarms(scope, UnitSerNum, await withDeliveries(UnitSerNum, items));
        const events = handled.map((event) => ({ UnitSerNum, ...event }));
        return { events, more: cursor !== null };
      }),
    );
    const events = logs.flatMap((log) => log.events).sort((a, b) => b.timeStamp.localeCompare(a.timeStamp));
    return {
      units: await shownUnits(scope, units, now),
      events: events.slice(0, MAX_EVENTS),
      more: events.length > MAX_EVENTS || logs.some(({ more }) => more),
    };
  },

  changeAlarm: change,
  handleAlarm: change,
  operatorBoard: ({ input, scope }) => readBoard(scope, input, Date.now()),
  board: ({ input, scope }) => readBoard(scope, input, Date.now()),
};

/** The units of the scope with the phone number. */
async function unitsOf(scope: Scope, phoneNumber: string) {
  const { serialNumbers } = await unitLookupStore.find(scope, 'PhoneNumber', phoneNumber, MAX_UNITS);
  return unitStore.getMany(scope, serialNumbers);
}
