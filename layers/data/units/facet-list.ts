import { z } from 'zod';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { CONDITIONS, Condition } from '#core/units/condition.ts';
import { Facet, type FacetFilters, fieldsOf, isMatch } from '#core/units/facets.ts';
import { UNIT_MODELS, UnitModel } from '#core/units/unit.ts';
import { cursorAfter, page, staleCursor } from '../kit/page.ts';
import { type LeaveOut, readable } from '../kit/readable.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UnitByFacetEntity, UnitFacetCountEntity, UnitFacetsEntity } from './unit-facets.ts';

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
const FacetRow = z.object({
  facet: Facet,
  UnitModel,
  condition: Condition,
  value: z.string(),
  dealerPath: z.string(),
  UnitSerNum: z.string(),
  facets: z.partialRecord(Facet, z.string()),
});
type FacetRow = z.infer<typeof FacetRow>;

/** The most rows that a page reads, to find those that match the other filters: about two megabytes. */
export const MAX_ROWS_READ = 5_000;
/** A query that narrows reads so many at a time. */
const ROWS_AT_ONCE = 1_000;
const DUE_AT_ONCE = 10;

export const unitFacetStore = {
  /** The units of each value at the dealer and all below it. Values without a unit are absent. One query of at most a megabyte. */
  async counts({ dealerKey }: Pick<Scope, 'dealerKey'>, leaveOut: LeaveOut): Promise<FacetCount[]> {
    const { data } = await UnitFacetCountEntity.query.byDealer({ DealerKey: dealerKey }).go();
    return data.flatMap((item) => readable(FacetCount, item, leaveOut) ?? []).filter(({ count }) => count > 0);
  },

  /**
   * One page of the serial numbers of the units that match all filters, at the scope's dealer and all below it: the worst condition first,
   * then by dealer and serial number. A single field, with or without a condition, has an index. Of several, the list reads the one with the
   * fewest units and leaves out what does not match the others, at most MAX_ROWS_READ at a time: the page can then be short, or even empty.
   */
  async list(
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    UnitModel: UnitModel,
    filters: FacetFilters,
    counts: readonly FacetCount[],
    { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
    leaveOut: LeaveOut,
  ): Promise<Page<string>> {
    const start = cursor === undefined ? { by: fewestOf(UnitModel, filters, counts) } : placeOf(cursor, filters);
    const found: string[] = [];
    let end: string | null = null;
    let read = 0;
    for await (const { segment, item } of rowsFrom(start, { dealerPath, UnitModel, filters, pageSize })) {
      if (found.length === pageSize) return { items: found, cursor: end };
      read += 1;
      const row = readable(FacetRow, item, leaveOut);
      if (row === undefined) continue;
      const matches = isMatch(row.facets, filters);
      if (matches) found.push(row.UnitSerNum);
      if (matches || read >= MAX_ROWS_READ) end = cursorOf(start.by, segment, row);
      if (read >= MAX_ROWS_READ && found.length < pageSize) return { items: found, cursor: end };
    }
    return { items: found, cursor: null };
  },

  /** The serial numbers of the units whose condition changes until `now`, some at a time. Longest due first, for each model. */
  async *due(now: number): AsyncGenerator<string[]> {
    for (const UnitModel of UNIT_MODELS) {
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
  },
};

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

/** The parts of the list by a facet, the worst condition first. */
function segmentsOf(by: Facet, filters: FacetFilters): { condition: string; value: string }[] {
  const conditions = CONDITIONS.filter((condition) => filters.condition?.includes(condition) ?? true);
  return conditions.flatMap((condition) =>
    by === 'condition' ? [{ condition, value: condition }] : filters[by]!.map((value) => ({ condition, value })),
  );
}

interface Asked {
  dealerPath: string;
  UnitModel: UnitModel;
  filters: FacetFilters;
  pageSize: number;
}

async function* rowsFrom(start: Place, { dealerPath, UnitModel, filters, pageSize }: Asked) {
  const narrows = fieldsOf(filters).length > 1;
  const { by } = start;
  const segments = segmentsOf(by, filters);
  for (let segment = start.segment ?? 0; segment < segments.length; segment++) {
    const query = UnitByFacetEntity.query
      .byFacet({ facet: by, UnitModel, ...segments[segment]! })
      .between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) });
    let cursor = segment === start.segment ? start.key : undefined;
    do {
      // One more than the page shows whether the list goes on.
      const next = await page(query, { cursor, pageSize: narrows ? ROWS_AT_ONCE : pageSize + 1 });
      for (const item of next.items) yield { segment, item };
      cursor = next.cursor ?? undefined;
    } while (cursor !== undefined);
  }
}

const cursorOf = (by: Facet, segment: number, row: FacetRow): string =>
  [by, segment, cursorAfter((UnitByFacetEntity.get(row).params() as { Key: { pk: string; sk: string } }).Key)].join(
    '.',
  );

/** The place of a cursor. The query of the place checks its key. */
function placeOf(cursor: string, filters: FacetFilters): Place & { segment: number } {
  const [, name, number, key] = /^(\w+)\.(\d)\.([\w-]+)$/.exec(cursor) ?? [];
  const known: readonly Facet[] = fieldsOf(filters).length > 0 ? fieldsOf(filters) : ['condition'];
  const by = known.find((facet) => facet === name);
  const segment = Number(number);
  if (by === undefined || !(segment < segmentsOf(by, filters).length)) throw staleCursor();
  return { by, segment, key };
}
