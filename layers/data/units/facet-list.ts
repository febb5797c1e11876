import { z } from 'zod';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { CONDITIONS, Condition } from '#core/units/condition.ts';
import {
  Facet,
  type FacetFilters,
  FIELD_FACETS,
  fieldsOf,
  isMatch,
  type UnitFacets,
  valuesOf,
} from '#core/units/facets.ts';
import { UNIT_MODELS, UnitModel } from '#core/units/unit.ts';
import { cursorAfter, page, staleCursor } from '../kit/page.ts';
import { type LeaveOut, readable } from '../kit/readable.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UnitByConditionEntity, UnitByFacetEntity, UnitFacetCountEntity, UnitFacetsEntity } from './unit-facets.ts';

/** The number of units with a value. */
const FacetCount = z.object({
  UnitModel,
  facet: Facet,
  value: z.string(),
  count: z.number(),
  /** How many of them are in service. */
  inService: z.number().default(0),
});
export type FacetCount = z.infer<typeof FacetCount>;

/** What a list needs of a unit's row. */
const Row = z.object({
  UnitModel,
  condition: Condition,
  dealerPath: z.string(),
  UnitSerNum: z.string(),
  facets: z
    .partialRecord(Facet, z.union([z.string(), z.array(z.string())]))
    .transform((facets) => facets as Partial<UnitFacets>),
});
const FieldRow = Row.extend({ facet: z.enum(FIELD_FACETS), value: z.string() });
const ConditionRow = Row.extend({ DealerKey: z.number(), rank: z.string() });
type FacetRow = z.infer<typeof FieldRow> | z.infer<typeof ConditionRow>;

/** The most rows that a page reads, to find those that match the other filters: about two megabytes. */
export const MAX_ROWS_READ = 5_000;
/** A query that narrows reads so many at a time. */
const ROWS_AT_ONCE = 1_000;
const DUE_AT_ONCE = 10;

export const unitFacetStore = {
  /** The units of each value at the dealer and all below it. Values without a unit are absent. */
  async counts({ dealerKey }: Pick<Scope, 'dealerKey'>, leaveOut: LeaveOut): Promise<FacetCount[]> {
    const { data } = await UnitFacetCountEntity.query.byDealer({ DealerKey: dealerKey }).go({ pages: 'all' });
    return data.flatMap((item) => readable(FacetCount, item, leaveOut) ?? []).filter(({ count }) => count > 0);
  },

  /**
   * One page of the serial numbers of the units that match all filters, at the scope's dealer and all below it: the worst condition first.
   * Within a condition the longest silence comes first; with a field as filter, the units go by dealer and serial number. A single field, with or without a condition, has an index. Of several, the list reads the one with the
   * fewest units and leaves out what does not match the others, at most MAX_ROWS_READ at a time: the page can then be short, or even empty.
   */
  async list(
    scope: ListScope,
    UnitModel: UnitModel,
    filters: FacetFilters,
    counts: readonly FacetCount[],
    { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
    leaveOut: LeaveOut,
  ): Promise<Page<string>> {
    const start = cursor === undefined ? { by: readBy(UnitModel, filters, counts) } : placeOf(cursor, filters);
    const found: string[] = [];
    let end: string | null = null;
    let read = 0;
    for await (const { segment, item } of rowsFrom(start, { scope, UnitModel, filters, pageSize })) {
      if (found.length === pageSize) return { items: found, cursor: end };
      read += 1;
      const row: FacetRow | undefined = readable(start.by === 'condition' ? ConditionRow : FieldRow, item, leaveOut);
      if (row === undefined) continue;
      const matches = isMatch(row.facets, filters) && !isListedBefore(row, filters);
      if (matches) found.push(row.UnitSerNum);
      if (matches || read >= MAX_ROWS_READ) end = cursorOf(segment, row);
      if (read >= MAX_ROWS_READ && found.length < pageSize) return { items: found, cursor: end };
    }
    return { items: found, cursor: null };
  },

  /** The serial numbers of the units whose condition changes until `now`, some at a time. Longest due first; the models take turns. */
  async *due(now: number): AsyncGenerator<string[]> {
    let models = UNIT_MODELS.map((UnitModel) => dueOf(UnitModel, now));
    while (models.length > 0) {
      const next = await Promise.all(models.map((model) => model.next()));
      for (const { value } of next) if (value) yield value;
      models = models.filter((_, index) => !next[index]!.done);
    }
  },
};

async function* dueOf(UnitModel: UnitModel, now: number): AsyncGenerator<string[], undefined> {
  const query = UnitFacetsEntity.query
    .byChange({ UnitModel })
    .between({ changesAt: '0' }, { changesAt: endOfPrefix(instant(now)) });
  let cursor: string | null = null;
  do {
    const next: Page<{ UnitSerNum: string }> = await page(query, {
      pageSize: DUE_AT_ONCE,
      ...(cursor !== null && { cursor }),
    });
    if (next.items.length > 0) yield next.items.map(({ UnitSerNum }) => UnitSerNum);
    cursor = next.cursor;
  } while (cursor !== null);
}

/** A part of the list. */
interface Segment {
  condition: Condition;
  value: string;
}

interface PageAsked {
  cursor: string | undefined;
  pageSize: number;
}

/** A place in the list: after `key`, in a part of the list by a facet. */
interface Place {
  by: Facet;
  segment?: number;
  key?: string | undefined;
}

/** The facet with the fewest units of its chosen values: the list reads its rows. */
function fewestOf(UnitModel: UnitModel, filters: FacetFilters, counts: readonly FacetCount[]): Facet {
  const unitsOf = (facet: Facet) =>
    counts
      .filter((one) => one.UnitModel === UnitModel && one.facet === facet && filters[facet]?.includes(one.value))
      .reduce((sum, { count }) => sum + count, 0);
  const [fewest] = fieldsOf(filters).sort((one, other) => unitsOf(one) - unitsOf(other));
  return fewest ?? 'condition';
}

/** Only the rows of conditions are sorted by the last ping. */
const readBy = (UnitModel: UnitModel, filters: FacetFilters, counts: readonly FacetCount[]): Facet =>
  filters.silentBefore === undefined ? fewestOf(UnitModel, filters, counts) : 'condition';

/** True if the list has the unit by an earlier one of the chosen tags: a unit has any number of them. */
function isListedBefore(row: FacetRow, { tag = [] }: FacetFilters): boolean {
  if (!('facet' in row) || row.facet !== 'tag') return false;
  const earlier = tag.slice(0, tag.indexOf(row.value));
  return valuesOf(row.facets, 'tag').some((value) => earlier.includes(value));
}

const SILENT: readonly Condition[] = ['silent', 'late'];

/** The parts of the list by a facet, the worst condition first. */
function segmentsOf(by: Facet, filters: FacetFilters): Segment[] {
  const possible = filters.silentBefore === undefined ? CONDITIONS : SILENT;
  const conditions = possible.filter((condition) => filters.condition?.includes(condition) ?? true);
  return conditions.flatMap((condition) =>
    by === 'condition' ? [{ condition, value: condition }] : filters[by]!.map((value) => ({ condition, value })),
  );
}

type ListScope = Pick<Scope, 'dealerKey' | 'dealerPath'>;

interface Asked {
  scope: ListScope;
  UnitModel: UnitModel;
  filters: FacetFilters;
  pageSize: number;
}

async function* rowsFrom(start: Place, { scope, UnitModel, filters, pageSize }: Asked) {
  const { by } = start;
  const narrows = fieldsOf(filters).some((field) => field !== by);
  const segments = segmentsOf(by, filters);
  for (let segment = start.segment ?? 0; segment < segments.length; segment++) {
    const read = pageOf(by, scope, UnitModel, segments[segment]!, filters.silentBefore);
    let cursor = segment === start.segment ? start.key : undefined;
    do {
      // One more than the page shows whether the list goes on.
      const next = await read({ cursor, pageSize: narrows ? ROWS_AT_ONCE : pageSize + 1 });
      for (const item of next.items) yield { segment, item };
      cursor = next.cursor ?? undefined;
    } while (cursor !== undefined);
  }
}

/** Reads pages of a part of the list. */
function pageOf(
  by: Facet,
  { dealerKey, dealerPath }: ListScope,
  UnitModel: UnitModel,
  { condition, value }: Segment,
  silentBefore: string | undefined,
) {
  if (by === 'condition') {
    const query = UnitByConditionEntity.query
      .byCondition({ DealerKey: dealerKey, UnitModel, condition })
      // A unit that has never sent a ping has the rank 0: nobody knows since when it is silent.
      .between({ rank: silentBefore === undefined ? '0' : '1' }, { rank: silentBefore ?? endOfPrefix('') });
    return (request: PageAsked): Promise<Page<object>> => page(query, request);
  }
  const query = UnitByFacetEntity.query
    .byFacet({ facet: by, UnitModel, condition, value })
    .between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) });
  return (request: PageAsked): Promise<Page<object>> => page(query, request);
}

function cursorOf(segment: number, row: FacetRow): string {
  const [by, params] =
    'facet' in row
      ? [row.facet, UnitByFacetEntity.get(row).params()]
      : (['condition', UnitByConditionEntity.get(row).params()] as const);
  return [by, segment, cursorAfter((params as { Key: { pk: string; sk: string } }).Key)].join('.');
}

/** The place of a cursor. The query of the place checks its key. */
function placeOf(cursor: string, filters: FacetFilters): Place & { segment: number } {
  const [, name, number, key] = /^(\w+)\.(\d{1,3})\.([\w-]+)$/.exec(cursor) ?? [];
  const fields = filters.silentBefore === undefined ? fieldsOf(filters) : [];
  const known: readonly Facet[] = fields.length > 0 ? fields : ['condition'];
  const by = known.find((facet) => facet === name);
  const segment = Number(number);
  if (by === undefined || !(segment < segmentsOf(by, filters).length)) throw staleCursor();
  return { by, segment, key };
}
