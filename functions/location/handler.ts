import { AppError } from '#core/errors.ts';
import { LOCATION_NOT_FOUND, LOOK_UP_LIMIT, location, TOO_MANY_LOOK_UPS } from '#core/location/contract.ts';
import { UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { readRange } from '#data/history/read-range.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { searchLog } from '#functions/logs/search-log.ts';
import { locationService } from '#platform/aws/location.ts';
import { serve } from '#platform/http/serve.ts';
import { MAX_AHEAD } from '#protocol/clock.ts';
import { breadcrumbsOf, lookUpsFor } from './breadcrumbs.ts';
import { answerOf, newestPlace } from './find-place.ts';

const NO_BREADCRUMBS = 'The unit reported no location in this range';
/** Each of these reports can need a look-up, which costs money. */
const MOST_REPORTS = 10;

export const handler = serve(location, {
  async lastKnownLocation({ input: { id }, scope }) {
    const now = Date.now();
    const latest = { id, startDate: instant(0), endDate: instant(now + MAX_AHEAD), pageSize: MOST_REPORTS };
    const { items } = await readRange(scope, latest, (range) => locationLogStore.page(range, now));
    const found = await newestPlace(locationService, items);
    if (!found) throw new AppError('NOT_FOUND', LOCATION_NOT_FOUND);
    const { reported, place: where } = found;
    const place = answerOf(where);
    // The place helps without its address.
    const formattedAddress = (await locationService.addressOf(place).catch(() => undefined)) ?? '';
    return { ...place, formattedAddress, locationTime: reported.timeStamp, type: reported.LocationType };
  },

  coordinates: async ({ input }) => answerOf(input),

  async wifi({ input: { macAddresses, signals }, scope }) {
    await countLookUps(scope, 1);
    return answerOf(
      await locationService.byAccessPoints(macAddresses.map((mac, index) => ({ mac, rssi: signals[index]! }))),
    );
  },

  async cellID({ input, scope }) {
    await countLookUps(scope, 1);
    return answerOf(await locationService.byCells([input]));
  },

  async breadcrumb({ input: { unit, ...asked }, scope }) {
    const { entries, ...answer } = await searchLog(scope, { ...asked, text: unit }, UNIT_NOT_FOUND, (range) =>
      locationLogStore.page(range, Date.now()),
    );
    await countLookUps(scope, lookUpsFor(entries));
    const breadcrumbs = await breadcrumbsOf(locationService, entries);
    return { ...answer, breadcrumbs, ...(answer.noResults && { message: NO_BREADCRUMBS }) };
  },
});

/** Counts the look-ups for the person, also in the access of others. @throws TOO_MANY if there were too many. */
async function countLookUps({ actor }: Scope, lookUps: number): Promise<void> {
  if (lookUps === 0) return;
  if (!(await attemptStore.count({ kind: 'placeLookUp', ...LOOK_UP_LIMIT }, actor.userKey, Date.now(), lookUps)))
    throw new AppError('TOO_MANY', TOO_MANY_LOOK_UPS);
}
