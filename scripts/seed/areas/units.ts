import { dealerKeysOf } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { isMarked } from '#core/units/proof.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { NOTICES_COMPLETE, NoticesCompleteEntity } from '#data/consoles/notices-complete.ts';
import { DayCountEntity, dayCountItem } from '#data/history/day-counts.ts';
import { logItem, PingEntity } from '#data/history/unit-log.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from '#data/units/units.ts';
import { facetCounter, facetItems } from '../facets.ts';
import { earlierPings } from '../pings.ts';
import { seededRandom } from '../random.ts';
import { type SeedOptions, secretOf, seedUnits } from '../units.ts';
import { itemOf } from '../write.ts';

const SECRET_AGE = 30 * DAY;

/** How far back the history of a small fleet goes. Large fleets get less, because each ping is an item to write. */
const pingsEach = (count: number) => (count <= 5_000 ? 12 : 1);

/** Units with their lookups, facets and pings. The counts come last, when they are known. */
export function* seed(options: SeedOptions) {
  const counts = new Map<string, { DealerKey: number; UnitModel: string; count: number; withoutSecret: number }>();
  const facetCounts = facetCounter();
  for (const unit of seedUnits(options)) {
    yield itemOf(UnitEntity, unit);
    yield* facetItems(unit, options.now);
    facetCounts.add(unit, options.now);
    for (const lookup of lookupsOf(unit)) yield itemOf(UnitLookupEntity, lookup);
    yield* proofItems(unit, options.now);
    for (const DealerKey of dealerKeysOf(unit.dealerPath)) {
      const name = `${DealerKey} ${unit.UnitModel}`;
      const { count, withoutSecret } = counts.get(name) ?? { count: 0, withoutSecret: 0 };
      counts.set(name, {
        DealerKey,
        UnitModel: unit.UnitModel,
        count: count + 1,
        withoutSecret: withoutSecret + (isMarked(unit, secretOf(unit) !== undefined) ? 1 : 0),
      });
    }
    if (!unit.lastPing) continue;
    const random = seededRandom(Number.parseInt(unit.UnitSerNum, 36));
    const pings = earlierPings(unit.UnitModel, unit.lastPing, pingsEach(options.count), random);
    for (const ping of pings) yield itemOf(PingEntity, logItem('ping', unit.UnitSerNum, `0-${ping.sequence}`, ping));
    const entries = pings.map(({ timeStamp }) => ({ kind: 'ping' as const, at: timeStamp }));
    for (const [day, some] of Map.groupBy(entries, ({ at }) => at.slice(0, 10)))
      yield itemOf(DayCountEntity, dayCountItem(unit.UnitSerNum, day, some));
  }
  for (const count of counts.values()) yield itemOf(UnitCountEntity, count);
  yield* facetCounts.items();
  yield itemOf(NoticesCompleteEntity, NOTICES_COMPLETE);
}

/** The secret of a unit, or the mark that it has none: then it is trusted by its label, like all units from before. */
function* proofItems(unit: UnitRecord, now: number) {
  const { UnitSerNum, UnitModel, dealerPath } = unit;
  const secret = secretOf(unit);
  if (secret)
    yield itemOf(UnitSecretEntity, {
      UnitSerNum,
      secret: Buffer.from(secret).toString('base64url'),
      since: instant(now - SECRET_AGE),
    });
  if (isMarked(unit, secret !== undefined))
    yield itemOf(UnitWithoutSecretEntity, { UnitSerNum, UnitModel, dealerPath, trustedByLabel: true });
}
