import { mayAccess, type RestrictedAccess } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { announcementOf, isAnnounced } from '#core/dashboard/announcement.ts';
import { dashboard } from '#core/dashboard/contract.ts';
import { problemNumbers } from '#core/dashboard/problems.ts';
import { visitBefore } from '#core/dashboard/visits.ts';
import { HISTORY_READERS } from '#core/history/access.ts';
import { ORDER_READERS } from '#core/orders/access.ts';
import { OTA_PUBLISHERS } from '#core/ota/access.ts';
import { BATCH_ACCESS } from '#core/reminders/access.ts';
import type { Scope } from '#core/scope.ts';
import { instant, MINUTE } from '#core/time.ts';
import { NOTE_READERS } from '#core/unit-notes/access.ts';
import { units } from '#core/units/contract.ts';
import { outageSince } from '#core/units/outages.ts';
import { bulkActionLists } from '#data/bulk-actions/lists.ts';
import { shownBulkAction } from '#data/bulk-actions/shown.ts';
import { acknowledgementStore } from '#data/dashboard/acknowledgements.ts';
import { visitStore } from '#data/dashboard/visits.ts';
import { shownRows } from '#data/kit/shown-rows.ts';
import { countOpenAlarms } from '#data/monitoring-centers/board.ts';
import { orderStore } from '#data/orders/orders.ts';
import { bulkScheduleStore } from '#data/reminders/bulk-schedules.ts';
import { shownBulkSchedule } from '#data/reminders/shown.ts';
import { rolloutStore, shownRollout } from '#data/rollouts/rollouts.ts';
import { pinStore } from '#data/unit-notes/pins.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { hearingStore } from '#data/units/hearing.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitStore } from '#data/units/units.ts';
import { env } from '#platform/aws/env.ts';
import { reportLeftOut } from '#platform/http/output.ts';
import { serve } from '#platform/http/serve.ts';
import { firmwareNumbers, unitNumbers } from './numbers.ts';

const BULK_ACTIONS = 25;
const ROLLOUTS = 25;

export const handler = serve(dashboard, {
  async read({ input: { dateOffset }, scope }) {
    const now = Date.now();
    const [hearing, numbers, openAlarms, ordersUnderWay, actions, rollouts, schedules, pinned, announcement] =
      await Promise.all([
        hearingStore.get(),
        numbersAllowed(scope, now),
        ifAllowed(scope, HISTORY_READERS, () => countOpenAlarms(scope)),
        ifAllowed(scope, ORDER_READERS, () => orderStore.countUnderWay(scope)),
        ifAllowed(scope, bulkActions.list.access, () => runningAndLatest(scope, now)),
        ifAllowed(scope, OTA_PUBLISHERS, () => rolloutStore.notOver(ROLLOUTS)),
        ifAllowed(scope, BATCH_ACCESS, () => bulkScheduleStore.underWay(scope)),
        ifAllowed(scope, NOTE_READERS, () => pinnedUnits(scope, now)),
        announcementFor(scope, now - dateOffset * MINUTE),
      ]);
    const since = outageSince(hearing, now);
    return {
      ...(since !== undefined && { outageSince: instant(since) }),
      ...numbers,
      ...(openAlarms && { openAlarms }),
      ...(ordersUnderWay && { ordersUnderWay }),
      ...(actions && { bulkActions: actions }),
      ...(rollouts && { rollouts: shownRows(rollouts.items, shownRollout), moreRollouts: rollouts.more }),
      ...(schedules && { bulkSchedules: schedules.map((one) => shownBulkSchedule(one, now)) }),
      ...(pinned && { pinnedUnits: pinned }),
      ...(announcement && { announcement }),
    };
  },

  async visit({ scope }) {
    const now = Date.now();
    const numbers = await ifAllowed(scope, units.list.access, () => numbersFor(scope, now));
    if (numbers) await visitStore.record(scope, { at: instant(now), numbers: problemNumbers(numbers.units) });
    return {};
  },

  async acknowledge({ scope }) {
    const announcement = announcementOf(env('ANNOUNCEMENT'));
    if (announcement) await acknowledgementStore.put(scope, announcement.launchDate);
    return {};
  },
});

const ifAllowed = async <Part>(scope: Scope, access: RestrictedAccess, read: () => Promise<Part>) =>
  mayAccess(access, scope) ? read() : undefined;

/** The counters of the dealer. An engineer who sees no units has the firmware versions alone. */
async function numbersAllowed(scope: Scope, now: number) {
  if (mayAccess(units.list.access, scope)) return numbersFor(scope, now);
  return isEngineer(scope) ? { firmware: firmwareNumbers(await countsFor(scope)) } : undefined;
}

const isEngineer = ({ flags }: Scope) => flags.includes('ENGINEER');

/** Nothing reads units to count them. */
const countsFor = (scope: Scope) => unitFacetStore.counts(scope, reportLeftOut(dashboard.read));

async function numbersFor(scope: Scope, now: number) {
  const [counts, totals, withoutSecret, visits] = await Promise.all([
    countsFor(scope),
    unitStore.totals(scope),
    unitStore.totals(scope, 'withoutSecret'),
    visitStore.get(scope),
  ]);
  const lastVisit = visitBefore(visits, now);
  return {
    units: unitNumbers(counts, totals, withoutSecret, scope),
    ...(lastVisit && { lastVisit }),
    ...(isEngineer(scope) && { firmware: firmwareNumbers(counts) }),
  };
}

/** At most 25 that are not over, also if newer ones are, and the latest 25. */
async function runningAndLatest({ dealerKey }: Scope, now: number) {
  const asked = { pageSize: BULK_ACTIONS };
  const [open, latest] = await Promise.all([
    bulkActionLists.open(dealerKey, asked),
    bulkActionLists.all(dealerKey, asked),
  ]);
  const byKey = new Map([...open.items, ...latest.items].map((item) => [item.bchKey, item]));
  return [...byKey.values()]
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .map((item) => shownBulkAction(item, now));
}

async function pinnedUnits(scope: Scope, now: number) {
  return shownUnits(scope, await unitStore.getMany(scope, await pinStore.list(scope)), now);
}

/** The announcement, if the user sees it on the day of their clock. */
async function announcementFor(scope: Scope, clock: number) {
  const announcement = announcementOf(env('ANNOUNCEMENT'));
  if (!announcement) return undefined;
  const reader = {
    engineer: isEngineer(scope),
    acknowledged: await acknowledgementStore.get(scope),
    today: instant(clock).slice(0, 10),
  };
  return isAnnounced(announcement, reader) ? announcement : undefined;
}
