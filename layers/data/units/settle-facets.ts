import { AppError } from '#core/errors.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { isEqual } from '#core/is-equal.ts';
import { instant } from '#core/time.ts';
import { contactEvent } from '#core/units/contact.ts';
import { OPEN_FACETS } from '#core/units/facets.ts';
import { judgedAt } from '#core/units/outages.ts';
import { EventEntity, logItem } from '../history/unit-log.ts';
import { afterTransactions, change, RETRY, retry } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { without } from '../kit/without.ts';
import { hearingStore, withOutages } from './hearing.ts';
import {
  conditionRowsOf,
  countKeysOf,
  type FacetedUnit,
  facetedUnit,
  facetValuesOf,
  fieldRowsOf,
  isInService,
  UnitByConditionEntity,
  UnitByFacetEntity,
  UnitFacetCountEntity,
  UnitFacetsEntity,
} from './unit-facets.ts';
import { UnitEntity } from './units.ts';

const BUSY = new AppError('UNAVAILABLE', 'Others change the facets of the unit');

/**
 * Makes rows and counts of a unit agree with the unit, at `now`. It acts on the present state, so it can run twice, late, and in any order.
 * UNAVAILABLE if the table stays busy for `runs` of a transaction.
 */
export async function settleFacets(UnitSerNum: string, now: number, runs?: number): Promise<void> {
  await retry(BUSY, async () => {
    const { data: was } = await UnitFacetsEntity.get({ UnitSerNum }).go({ consistent: true });
    // The unit is read last. Otherwise the state of an older reading could replace that of a newer one.
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    // Lists by facet are lists of a model: a damaged unit without one is in none.
    const hearing = await hearingStore.get();
    const judged = judgedAt(hearing, now);
    const heard = unit && withOutages(unit, hearing, judged);
    const next = heard?.UnitModel ? facetedUnit(heard, judged) : undefined;
    let from: Stored | undefined = was ?? undefined;
    const told = heard && was ? contactEvent({ contact: was.contact, since: was.rank }, heard, judged) : undefined;
    for (const state of statesBetween(from, next, now)) {
      const to: Stored | undefined = state && { ...state, stamp: newId(now) };
      await rewrite(from, to, from?.contact === to?.contact ? undefined : told, runs);
      from = to;
    }
    if (was && next && from === was && was.changesAt !== next.changesAt) await setTime(was, next.changesAt);
  });
}

/**
 * Like `settleFacets`, but leaves a unit to the next run of on-condition-due if the table is busy. After a failure of the network, thousands of
 * units change the same counts, and alarms must not wait for them.
 */
export async function settleFacetsSoon(UnitSerNum: string, now: number): Promise<void> {
  try {
    await settleFacets(UnitSerNum, now, 1);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
    // The new stamp refuses the writes of who read the unit before.
    const leave = () =>
      UnitFacetsEntity.patch({ UnitSerNum })
        .set({ changesAt: instant(now), stamp: newId(now) })
        .go();
    if (!(await tryWrite(afterTransactions(leave)))) throw error;
  }
}

type Stored = FacetedUnit & { stamp: string };

/** The item that says what the rows and counts contain, and the event that tells of a silence. */
const ITEM_AND_EVENT = 2;

/** The most writes of a transaction. */
const MAX_WRITES = 100;

/** So many values of a unit fit into a transaction with their rows and counts: nine dealers list and count a unit of the lowest one. */
const VALUES_AT_ONCE = 7;

/**
 * The states through which rows and counts go from one to the other, each in a transaction of its own: one if it is small enough. Otherwise
 * the unit leaves its lists and counts and enters them again, and is due meanwhile, so it is not lost. Undefined: the unit has no rows.
 */
export function statesBetween(
  was: FacetedUnit | undefined,
  next: FacetedUnit | undefined,
  now: number,
): (FacetedUnit | undefined)[] {
  if (was && next && !needsSteps(was, next))
    return was.rank === next.rank && isEqual(was.facets, next.facets) ? [] : [next];
  const changesAt = instant(now);
  const left = was ? steps(was).map((count) => ({ ...withFirst(was, count), changesAt })) : [];
  const entered = next ? steps(next).map((count) => ({ ...withFirst(next, count), changesAt })) : [];
  if (next) return [...left.toReversed(), ...(was ? [{ ...next, facets: {}, changesAt }] : []), ...entered, next];
  return was ? [...left.toReversed(), undefined] : [];
}

/** The numbers of values between none and all of them. */
const steps = (unit: FacetedUnit): number[] => {
  const all = facetValuesOf(unit).length;
  return Array.from({ length: Math.ceil(all / VALUES_AT_ONCE) - 1 }, (_, index) => (index + 1) * VALUES_AT_ONCE);
};

/** The unit with its first values, the condition among them: all rows have it in their key. */
function withFirst(unit: FacetedUnit, count: number): FacetedUnit {
  const first = facetValuesOf(unit).slice(0, count);
  const tag = first.flatMap(({ facet, value }) => (facet === 'tag' ? [value] : []));
  const single = first.filter(({ facet }) => facet !== 'tag').map(({ facet, value }) => [facet, value]);
  return { ...unit, facets: { ...Object.fromEntries(single), ...(tag.length > 0 && { tag }) } };
}

/** True if all counts of the unit change, or more of them than a transaction can write. */
const needsSteps = (was: FacetedUnit, next: FacetedUnit) =>
  was.UnitModel !== next.UnitModel ||
  was.dealerPath !== next.dealerPath ||
  isInService(was) !== isInService(next) ||
  numberOfWrites(was, next) > MAX_WRITES;

/** The condition that nobody else wrote since `was` was read. */
const isAsRead =
  (was: Stored | undefined) =>
  (item: { stamp: string }, { eq, notExists }: Operations): string =>
    was ? eq(item.stamp, was.stamp) : notExists(item.stamp);

const entities = {
  facets: UnitFacetsEntity,
  field: UnitByFacetEntity,
  condition: UnitByConditionEntity,
  count: UnitFacetCountEntity,
  event: EventEntity,
};

/** `told`: what the log of the unit tells of the change. */
async function rewrite(
  was: Stored | undefined,
  next: Stored | undefined,
  told: UnitEvent | undefined,
  runs: number | undefined,
): Promise<void> {
  const { fields, conditions, counts } = differenceOf(was, next);
  await change({ entities, refused: { changed: RETRY }, runs }, (to) => [
    next
      ? to.facets.put(next).where(isAsRead(was)).commit()
      : to.facets.delete({ UnitSerNum: was!.UnitSerNum }).where(isAsRead(was)).commit(),
    ...fields.gone.map((key) => to.field.delete(key).commit()),
    ...fields.rows.map((row) => to.field.put(row).commit()),
    ...conditions.gone.map((key) => to.condition.delete(key).commit()),
    ...conditions.rows.map((row) => to.condition.put(row).commit()),
    ...counts.map(({ key, ...by }) => to.count.upsert(key).add(by).commit()),
    ...(told && next ? [to.event.put(logItem('event', next.UnitSerNum, `contact-${next.stamp}`, told)).commit()] : []),
  ]);
  await forgetEmpty(counts.filter(({ count }) => count < 0).map(({ key }) => key));
}

/**
 * Deletes the counts of values that no unit has any more. A unit can report any number of versions, and each list reads all counts of its
 * dealer. A count that stays, because the table is busy, is not shown.
 */
async function forgetEmpty(keys: ReturnType<typeof countKeysOf>): Promise<void> {
  const open = keys.filter(({ facet }) => OPEN_FACETS.includes(facet));
  const forget = (key: (typeof open)[number]) =>
    afterTransactions(() =>
      UnitFacetCountEntity.delete(key)
        .where(({ count }, { eq }) => eq(count, 0))
        .go(),
    );
  await Promise.allSettled(open.map(forget));
}

function differenceOf(was: FacetedUnit | undefined, next: FacetedUnit | undefined) {
  const counted = { was: was ? countKeysOf(was) : [], next: next ? countKeysOf(next) : [] };
  return {
    fields: differenceOfRows(was ? fieldRowsOf(was) : [], next ? fieldRowsOf(next) : []),
    conditions: differenceOfRows(was ? conditionRowsOf(was) : [], next ? conditionRowsOf(next) : []),
    // A unit that stays in a count is in service as before.
    counts: [
      ...without(counted.was, counted.next).map((key) => ({
        key,
        count: -1,
        inService: was && isInService(was) ? -1 : 0,
      })),
      ...without(counted.next, counted.was).map((key) => ({
        key,
        count: 1,
        inService: next && isInService(next) ? 1 : 0,
      })),
    ],
  };
}

function numberOfWrites(was: FacetedUnit, next: FacetedUnit): number {
  const { fields, conditions, counts } = differenceOf(was, next);
  const ofRows = [fields, conditions].reduce((sum, { gone, rows }) => sum + gone.length + rows.length, 0);
  return ITEM_AND_EVENT + ofRows + counts.length;
}

/** The rows to write, and the keys of those to delete. Every row contains all facets, so all are written. */
function differenceOfRows<Row extends { facets: object }>(was: readonly Row[], rows: readonly Row[]) {
  const keyOf = ({ facets: _facets, ...key }: Row) => key;
  return { gone: without(was.map(keyOf), rows.map(keyOf)), rows };
}

/** Does nothing if somebody else wrote meanwhile, who has set the time too. */
async function setTime(was: Stored, changesAt: string): Promise<void> {
  const { UnitSerNum } = was;
  const set = () => UnitFacetsEntity.patch({ UnitSerNum }).set({ changesAt }).where(isAsRead(was)).go();
  await tryWrite(afterTransactions(set));
}
