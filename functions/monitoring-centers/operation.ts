import type { Handlers } from '#core/contract.ts';
import type { AlarmState } from '#core/monitoring-centers/alarm.ts';
import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { historyBegin } from '#data/history/visible.ts';
import { changeAlarm, withAlarms } from '#data/monitoring-centers/alarm-changes.ts';
import { readBoard } from '#data/monitoring-centers/board.ts';
import { withDeliveries } from '#data/monitoring-centers/deliveries.ts';
import { otherOpenAlarms } from '#data/monitoring-centers/held-alarms.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';

/** A phone number belongs to one unit. The beginning of one can belong to several. */
const MAX_UNITS = 5;
/** Open alarms are shown beside them. */
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
        const others = await otherOpenAlarms(scope, UnitSerNum, { known: items, begin }, now);
        const shown = await Promise.all(
          // Each alone, because the deliveries and alarms in between would be read too.
          [items, ...others.map((event) => [event])].map(async (events) =>
            withAlarms(scope, UnitSerNum, await withDeliveries(UnitSerNum, events)),
          ),
        );
        const events = shown.flat().map((event) => ({ UnitSerNum, ...event }));
        return { events, more: cursor !== null };
      }),
    );
    const events = logs.flatMap((log) => log.events).sort((a, b) => b.timeStamp.localeCompare(a.timeStamp));
    const shown = events.filter((event, index) => index < MAX_EVENTS || isOpen(event));
    return {
      units: await shownUnits(scope, units, now),
      events: shown,
      more: shown.length < events.length || logs.some(({ more }) => more),
    };
  },

  changeAlarm: change,
  handleAlarm: change,
  operatorBoard: ({ input, scope }) => readBoard(scope, input, Date.now()),
  board: ({ input, scope }) => readBoard(scope, input, Date.now()),
};

const isOpen = ({ alarm }: { alarm?: AlarmState }) => alarm !== undefined && alarm.closedAt === undefined;

/** The units of the scope with the phone number. */
async function unitsOf(scope: Scope, phoneNumber: string) {
  const { serialNumbers } = await unitLookupStore.find(scope, 'PhoneNumber', phoneNumber, MAX_UNITS);
  return unitStore.getMany(scope, serialNumbers);
}
