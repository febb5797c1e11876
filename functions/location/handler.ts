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
import { breadcrumbsOf } from './breadcrumbs.ts';
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
    await countLookUp(scope);
    return answerOf(
      await locationService.byAccessPoints(macAddresses.map((mac, index) => ({ mac, rssi: signals[index]! }))),
    );
  },

  async cellID({ input, scope }) {
    await countLookUp(scope);
    return answerOf(await locationService.byCells([input]));
  },

  async breadcrumb({ input: { unit, ...asked }, scope }) {
    await countLookUp(scope);
    const { entries, ...answer } = await searchLog(scope, { ...asked, text: unit }, UNIT_NOT_FOUND, (range) =>
      locationLogStore.page(range, Date.now()),
    );
    const breadcrumbs = await breadcrumbsOf(locationService, entries);
    return { ...answer, breadcrumbs, ...(answer.noResults && { message: NO_BREADCRUMBS }) };
  },
});

/** @throws TOO_MANY if the user looked up too many places. */
async function countLookUp({ userKey }: Scope): Promise<void> {
  if (!(await attemptStore.count({ kind: 'placeLookUp', ...LOOK_UP_LIMIT }, userKey, Date.now())))
    throw new AppError('TOO_MANY', TOO_MANY_LOOK_UPS);
}
