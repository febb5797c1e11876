import type { z } from 'zod';
import { units } from '#core/units/contract.ts';
import { UnitByConditionEntity, UnitByFacetEntity, UnitFacetCountEntity } from '#data/units/unit-facets.ts';
import { UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitCountEntity, UnitEntity, unitStore } from '#data/units/units.ts';
import { handler } from '#functions/units/handler.ts';
import { seed } from '#scripts/seed/seed.ts';
import { callEndpoint, signIn } from './caller.ts';
import { flatness } from './flatness.ts';
import { DEALER, DEALER_USER, type Fleet, fillFleet, newTable } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';

const SIZES = [1_000, 10_000, 100_000] as const;
const PAGE = 100;

type ListInput = z.input<typeof units.list.input>;

/** A query of a fleet, and the number of its rows at any fleet size. */
const QUESTIONS = [
  'first page',
  'page in the middle',
  'page without a secret',
  'page by a filter',
  'page by a filter and a condition',
  'page of the worst',
  'search by identifier',
  'quick search',
] as const;

/**
 * Checks whether the cost of a list page or a search depends on the size of the fleet: the same calls for fleets of 1,000, 10,000
 * and 100,000 units, each with its own table, in turn.
 */
export const measure: Measure = async () => {
  await newTable();
  await seed({ count: 0, now: Date.now() }, () => {});
  const { token } = await signIn(DEALER_USER);
  const fleets: Fleet[] = [];
  for (const size of SIZES) fleets.push(await fillFleet(size));

  const list = (input: ListInput) => callEndpoint(handler, units.list, input, token);
  const cursors = new Map<number, string>();
  for (const fleet of fleets) cursors.set(fleet.size, await within(fleet, () => middleOf(fleet)));

  const ask: Record<(typeof QUESTIONS)[number], (fleet: Fleet) => Promise<string>> = {
    'first page': () => list({ param: 'all', pageSize: PAGE }),
    'page in the middle': ({ size }) => list({ param: 'all', pageSize: PAGE, cursor: cursors.get(size)! }),
    'page without a secret': () => list({ param: 'withoutSecret', pageSize: PAGE }),
    'page by a filter': () => list({ param: 'all', pageSize: PAGE, Report: '1' }),
    'page by a filter and a condition': () => list({ param: 'all', pageSize: PAGE, Report: '1', condition: 'healthy' }),
    'page of the worst': () => list({ param: 'all', pageSize: PAGE, order: 'worst' }),
    'search by identifier': () => list({ param: 'UnitSerNum', searchText: '4000' }),
    'quick search': () => callEndpoint(handler, units.quickSearch, { searchText: '400500' }, token),
  };
  const ROWS = {
    'first page': PAGE,
    'page in the middle': PAGE,
    'page without a secret': PAGE,
    'page by a filter': PAGE,
    'page by a filter and a condition': PAGE,
    'page of the worst': PAGE,
    'search by identifier': 100,
    'quick search': 1,
  };

  const findings: Finding[] = [];
  for (const question of QUESTIONS) {
    for (const fleet of fleets)
      await within(fleet, async () => requireRows(await ask[question](fleet), ROWS[question], question));
    const sizes = fleets.map((fleet) => ({
      name: `${fleet.size.toLocaleString('en-US')} units`,
      ask: () => within(fleet, () => ask[question](fleet)),
    }));
    findings.push(...(await flatness(question, sizes, 12_000)));
  }
  return findings;
};

/** Runs with the stores on the fleet's table; dealers and users stay in the common one. */
async function within<Result>({ table }: Fleet, work: () => Promise<Result>): Promise<Result> {
  for (const entity of [
    UnitEntity,
    UnitCountEntity,
    UnitLookupEntity,
    UnitWithoutSecretEntity,
    UnitByFacetEntity,
    UnitByConditionEntity,
    UnitFacetCountEntity,
  ])
    entity.setTableName(table);
  return work();
}

/** The cursor of the second half of the first model's list. */
async function middleOf({ listed }: Fleet): Promise<string> {
  let cursor: string | null = null;
  for (let left = Math.floor(listed / 2); left > 0; left -= 1000) {
    const page = await unitStore.list({ dealerPath: DEALER.dealerPath }, 'MXD-LTE', {
      pageSize: Math.min(left, 1000),
      ...(cursor !== null && { cursor }),
    });
    cursor = page.cursor;
  }
  if (cursor === null) throw new Error('The list has no middle');
  return cursor;
}

function requireRows(body: string, rows: number, question: string): void {
  const answer = JSON.parse(body) as { lists?: Record<string, object[]>; found?: object[] };
  const found = answer.found ?? Object.values(answer.lists!).flat();
  if (found.length !== rows) throw new Error(`${question}: ${found.length} rows instead of ${rows}`);
}
