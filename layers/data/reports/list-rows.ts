import type { Page } from '#core/paging.ts';
import { type Facts, type Report, WHOLE } from '#core/reports/report.ts';
import { covers, type Scope } from '#core/scope.ts';
import { expiryOf } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { unitStore } from '../units/units.ts';
import { ReportFactEntity, ReportRowEntity } from './entities.ts';
import type { StoredFact } from './record-facts.ts';

export interface RowsAsked {
  /** The dealer whose report it is. */
  DealerKey: number;
  /** Only rows of this unit. */
  UnitSerNum?: string | undefined;
  part?: string | undefined;
  /** Instants. */
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  pageSize: number;
}

export interface ReportRow {
  UnitSerNum: string;
  subject: string;
  at: string;
  facts: Facts;
}

/** One page of a report, the newest row first. A page can be short although the report goes on: a null cursor marks its end. */
export async function listRows(
  scope: Pick<Scope, 'dealerPath'>,
  { name, countsRange = false }: Pick<Report, 'name' | 'countsRange'>,
  { DealerKey, UnitSerNum, part = WHOLE, from = '0', to = '9', cursor, pageSize }: RowsAsked,
  now: number,
): Promise<Page<ReportRow>> {
  const request = { cursor, pageSize, order: 'desc' as const };
  const range = [{ at: from }, { at: endOfPrefix(to) }] as const;
  if (UnitSerNum === undefined) {
    const query = ReportRowEntity.query.byDealer({ report: name, DealerKey, part }).between(...range);
    const { items, cursor: next } = await page(query, request);
    const rows: ReportRow[] = items.filter(isCurrent(now));
    return { items: countsRange ? await withCounts(name, rows, from) : rows, cursor: next };
  }
  await unitStore.get(scope, UnitSerNum);
  const query = ReportFactEntity.query.byUnit({ UnitSerNum, report: name }).between(...range);
  const { items, cursor: next } = await page(query, request);
  return {
    items: items
      .filter(isCurrent(now))
      .filter(({ rows }) => rows.some((row) => row.DealerKey === DealerKey))
      .map((fact) => (countsRange ? { ...fact, facts: countedFrom(fact, from) } : fact)),
    cursor: next,
  };
}

/** The rows with what their facts count from `from` on. */
async function withCounts(report: string, rows: readonly ReportRow[], from: string): Promise<ReportRow[]> {
  const keys = rows.map(({ UnitSerNum, subject }) => ({ UnitSerNum, report, subject }));
  const facts = new Map(
    (await getAll(ReportFactEntity, keys)).map((fact) => [`${fact.UnitSerNum} ${fact.subject}`, fact]),
  );
  return rows.map((row) => {
    const fact = facts.get(`${row.UnitSerNum} ${row.subject}`);
    return fact ? { ...row, facts: countedFrom({ ...fact, facts: row.facts }, from) } : row;
  });
}

const countedFrom = ({ facts, times = [] }: Pick<StoredFact, 'facts' | 'times'>, from: string): Facts => ({
  ...facts,
  count: times.filter((time) => time >= from).length,
});

/** The table deletes what has expired within two days. */
const isCurrent =
  (now: number) =>
  ({ expiresAt }: { expiresAt?: number | undefined }) =>
    expiresAt === undefined || expiresAt > expiryOf(now);

/** The units of the rows that the scope covers. A row can be a moment older than the place of its unit. */
export async function unitsOfRows(scope: Pick<Scope, 'dealerPath'>, rows: readonly ReportRow[]) {
  const units = await unitStore.getMany(scope, [...new Set(rows.map(({ UnitSerNum }) => UnitSerNum))]);
  return units.filter(({ dealerPath }) => covers(scope, dealerPath));
}
