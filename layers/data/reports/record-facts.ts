import type { EntityItem } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import { type FactState, placesOf, rowEnd, stateAfter } from '#core/reports/fact-state.ts';
import type { Fact, Report } from '#core/reports/report.ts';
import { reportNamed } from '#core/reports/reports.ts';
import { readersOf } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { without } from '../kit/without.ts';
import { UnitEntity } from '../units/units.ts';
import { ReportFactEntity, ReportRowEntity, type RowKey } from './entities.ts';

export type StoredFact = EntityItem<typeof ReportFactEntity>;

export const factEntities = { fact: ReportFactEntity, row: ReportRowEntity };

const BUSY = new AppError('UNAVAILABLE', 'Others change the reports of the unit');
/** The end of a fact is known this long, so that an older fact that arrives later does not list the unit again. */
const GONE_KEPT_DAYS = 90;

export const readFact = async (UnitSerNum: string, report: string, subject: string): Promise<StoredFact | undefined> =>
  (await ReportFactEntity.get({ UnitSerNum, report, subject: subject || NO_SUBJECT }).go({ consistent: true })).data ??
  undefined;

/** A part of a key is never empty. */
const NO_SUBJECT = '-';

/** Stores a fact, and writes or deletes its rows. Facts come twice, late and in any order. A unit that does not exist has no facts. */
export const recordFact = (UnitSerNum: string, report: Report, fact: Fact, now: number): Promise<void> =>
  retry(BUSY, async () => {
    const was = await readFact(UnitSerNum, report.name, fact.subject);
    // The unit is read last: a unit that moves in between is settled again after its move.
    const unit = await unitOf(UnitSerNum);
    if (!unit || (!was && fact.gone && report.mode === 'present')) return;
    const end = report.endedBy?.(unit);
    const told = stateAfter(was, fact, report);
    const state = end ? stateAfter(told, end, report) : told;
    const isNew = was === undefined || state.at !== was.at;
    const origin = isNew || report.mode === 'present' ? unit : was;
    const next = factOf({ UnitSerNum, report, subject: fact.subject }, state, { origin, unit, now, was });
    if (was && isSame(was, next)) return;
    await replace(was, next, report, now);
  });

/** Makes the rows of a stored fact agree with the place of its unit. */
export const settleFact = (key: Pick<StoredFact, 'UnitSerNum' | 'report' | 'subject'>, now: number): Promise<void> =>
  retry(BUSY, async () => {
    const was = await readFact(key.UnitSerNum, key.report, key.subject);
    const report = reportNamed(key.report);
    if (!was || !report) return;
    const unit = await unitOf(key.UnitSerNum);
    const state: FactState = unit ? (presentAt(unit, was, report, now) ?? was) : { ...was, gone: true };
    const origin = unit && (report.ofUnit || goesAlong(was, report)) ? unit : was;
    const next = factOf({ ...key, report }, state, { origin, unit: unit ?? was, now, was });
    if (isSame(was, next)) return;
    await replace(was, next, report, now);
  });

/** A battery that is low, or a ping that the unit misses: the next dealer sees them at the unit too. */
const goesAlong = ({ stays, gone }: StoredFact, { mode }: Report) => mode === 'latest' && stays === true && !gone;

/** What is true of a unit now is the next dealer's to know, since it has the unit. Undefined for other facts, and without a new dealer. */
function presentAt(unit: UnitRecord, was: StoredFact, { ofUnit }: Report, now: number): FactState | undefined {
  if (!ofUnit || unit.DealerKey === was.DealerKey) return undefined;
  const facts = ofUnit(unit, now);
  return { at: instant(now), facts: facts ?? {}, gone: facts === undefined, stays: true };
}

/** The unit; undefined if there is none, or if its item lacks what the rows of reports are found by. */
export async function unitOf(UnitSerNum: string): Promise<UnitRecord | undefined> {
  const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
  const isWhole = data?.DealerKey !== undefined && data.dealerPath !== undefined && data.UnitModel !== undefined;
  return isWhole ? (data as UnitRecord) : undefined;
}

type Place = Pick<UnitRecord, 'DealerKey' | 'dealerPath'>;

interface Around {
  /** Where the unit was when it happened. */
  origin: Place;
  unit: Place;
  now: number;
  was: StoredFact | undefined;
}

/** The fact as it is stored after `state`. */
export function factOf(
  { UnitSerNum, report, subject }: { UnitSerNum: string; report: Report; subject: string },
  state: FactState,
  { origin, unit, now, was }: Around,
): StoredFact {
  const places = placesOf(state, report);
  const rows = readersOf(origin, unit).flatMap((DealerKey) => places.map((place) => ({ DealerKey, ...place })));
  const ends = state.gone ? now + GONE_KEPT_DAYS * DAY : rowEnd(state, state.at, report);
  const { at, facts, gone, stays, hiddenAt, times, endedAt } = state;
  return {
    UnitSerNum,
    report: report.name,
    subject: subject || NO_SUBJECT,
    at,
    facts: times ? { ...facts, count: times.length } : facts,
    gone,
    ...(stays && { stays }),
    ...(hiddenAt !== undefined && { hiddenAt }),
    ...(hiddenAt !== undefined && was?.mailedAt !== undefined && { mailedAt: was.mailedAt }),
    ...(times && { times: [...times] }),
    ...(endedAt !== undefined && { endedAt }),
    DealerKey: origin.DealerKey,
    dealerPath: origin.dealerPath,
    ...(rows.length > 0 && { listed: 1 }),
    rows,
    stamp: newId(now),
    ...(ends !== undefined && { expiresAt: expiryOf(ends) }),
  };
}

const isSame = (
  { stamp: _was, expiresAt: _wasEnd, ...was }: StoredFact,
  { stamp: _next, expiresAt: _end, ...next }: StoredFact,
) => isEqual(was, next);

/** The most writes of a transaction. */
const MAX_WRITES = 100;

/** A fact with too many rows for one transaction loses them in a first one. Whoever repeats the work gives it the new ones. */
async function replace(was: StoredFact | undefined, next: StoredFact, report: Report, now: number): Promise<void> {
  const write = (from: StoredFact | undefined, to: StoredFact) =>
    change({ entities: factEntities, refused: { changed: RETRY } }, (into) => writesOf(into, from, to, report));
  if (!was || 1 + was.rows.length + next.rows.length <= MAX_WRITES) return write(was, next);
  const { listed: _listed, ...rest } = was;
  const without = { ...rest, rows: [], stamp: newId(now) };
  await write(was, without);
  await write(without, next);
}

type To = Parameters<Parameters<typeof change<typeof factEntities>>[1]>[0];

/** The writes that replace a stored fact and its rows, on the condition that nobody else wrote since `was` was read. */
export function writesOf(to: To, was: StoredFact | undefined, next: StoredFact, report: Report) {
  const { UnitSerNum, subject } = next;
  const keyOf = (row: RowKey) => ({ report: report.name, UnitSerNum, subject, ...row });
  const isAsRead = (item: { stamp: string }, { eq, notExists }: Operations) =>
    was ? eq(item.stamp, was.stamp) : notExists(item.stamp);
  return [
    to.fact.put(next).where(isAsRead).commit(),
    ...without((was?.rows ?? []).map(ordered), next.rows).map((row) => to.row.delete(keyOf(row)).commit()),
    ...rowsOf(next, report).map((row) => to.row.put(row).commit()),
  ];
}

/** The rows of a stored fact. */
export const rowsOf = (fact: StoredFact, report: Report) =>
  fact.rows.map((row) => {
    const { UnitSerNum, subject, facts } = fact;
    const end = rowEnd(fact, row.at, report);
    return {
      report: report.name,
      UnitSerNum,
      subject,
      ...row,
      facts,
      ...(end !== undefined && { expiresAt: expiryOf(end) }),
    };
  });

/** The table returns the fields of a map in any order. */
const ordered = ({ DealerKey, part, at }: RowKey): RowKey => ({ DealerKey, part, at });

/** Settles every fact of a unit that moved or was deleted. */
export async function settleFactsOf(UnitSerNum: string, now: number): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: { data: StoredFact[]; cursor: string | null } = await ReportFactEntity.query
      .fact({ UnitSerNum })
      .go({ cursor, limit: 100, consistent: true });
    for (const fact of page.data) await settleFact(fact, now);
    cursor = page.cursor;
  } while (cursor !== null);
}
