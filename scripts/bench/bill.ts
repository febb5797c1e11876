import type { BillingState, BillLine } from '#core/billing/bill-line.ts';
import { billing } from '#core/billing/contract.ts';
import { periodBefore } from '#core/billing/period.ts';
import { NO_TOTALS, totalsOf } from '#core/billing/totals.ts';
import {
  BillableUnitEntity,
  BillEntity,
  BillingRateChangeEntity,
  BillingRunEntity,
  BillingStateEntity,
  BillLineEntity,
  BillTypeEntity,
} from '#data/billing/entities.ts';
import { makeBillsStep } from '#data/billing/make-bills.ts';
import { rateReader } from '#data/billing/rates.ts';
import { tableName } from '#data/kit/table.ts';
import { handler } from '#functions/billing/handler.ts';
import { seed } from '#scripts/seed/seed.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { flatness } from './flatness.ts';
import { DEALER, DEALER_USER, newTable } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';

interface Size {
  units: number;
  table: string;
  /** The period of the next step that makes bills. */
  next: string;
}

const PERIOD = '2026-10';
const PAGE = 100;
const { DealerKey } = DEALER;
const MODEL = 'MXD-LTE';

/**
 * Checks whether the cost of a page of a bill, and of a step that makes bills, depends on the number of units: 1,000 units compared with
 * 100,000, each with its own table, in turn.
 */
export const measure: Measure = async () => {
  await newTable();
  await seed({ count: 0, now: Date.now() }, () => {});
  const { token } = await signIn(DEALER_USER);
  const sizes: Size[] = [];
  for (const units of [1_000, 100_000]) sizes.push(await fill(units));

  const details = (input: object) =>
    callEndpoint(handler, billing.details, { dealer: DealerKey, period: PERIOD, pageSize: PAGE, ...input }, token);
  const middle = new Map<Size, string>();
  for (const size of sizes) middle.set(size, await within(size, () => middleOf(details, size.units)));
  const questions: [string, (size: Size) => Promise<unknown>][] = [
    ['first page of a bill', async () => requireLines(await details({}))],
    ['page of a bill in the middle', async (size) => requireLines(await details({ cursor: middle.get(size) }))],
    ['step that makes bills', makeStep],
  ];
  const findings: Finding[] = [];
  for (const [question, ask] of questions) {
    const sized = sizes.map((size) => ({
      name: `${size.units.toLocaleString('en-US')} units`,
      ask: () => within(size, () => ask(size)),
    }));
    findings.push(...(await flatness(question, sized, 12_000)));
  }
  return findings;
};

const serialNumber = (index: number) => String(100_000_000 + index);

/** The measured step reads the states of the units in the middle only. */
const isOfStep = (index: number, units: number) => index >= units / 2 && index <= units / 2 + 20;

/** A new table with a closed bill of one dealer that has a line for each unit, and what a step reads. */
async function fill(units: number): Promise<Size> {
  const size = { units, table: `bill-${units}`, next: '2009-12' };
  const usual = tableName();
  process.env.TABLE_NAME = size.table;
  try {
    await newTable();
    await writeAll(itemsOf(size), () => {});
  } finally {
    process.env.TABLE_NAME = usual;
  }
  return size;
}

function* itemsOf({ units }: Size) {
  const state: BillingState = { at: Date.parse('2000-01-01'), dealer: DealerKey, active: true, FullUnitID: 'A-1' };
  const line: Omit<BillLine, 'UnitSerNum'> = {
    ...{ UnitModel: MODEL, FullUnitID: 'A-1', dealer: DealerKey, Type: 'Service', Date: '2026-09-19' },
    ...{ count: 30, Rate: 930, cents: 930 },
  };
  const lines: BillLine[] = [];
  for (let index = 0; index < units; index++) {
    const UnitSerNum = serialNumber(index);
    lines.push({ ...line, UnitSerNum });
    yield itemOf(BillableUnitEntity, { UnitSerNum, UnitModel: MODEL });
    if (isOfStep(index, units)) yield itemOf(BillingStateEntity, { UnitSerNum, sequence: '1', state });
    yield itemOf(BillLineEntity, { period: PERIOD, DealerKey, UnitSerNum, number: 0, line: { ...line, UnitSerNum } });
  }
  const totals = totalsOf(lines);
  const [startedAt, closedAt] = ['2026-10-19T06:00:00.000Z', '2026-10-19T06:30:00.000Z'];
  yield itemOf(BillingRunEntity, { period: PERIOD, startedAt, closedAt, units, of: units, ...totals });
  yield itemOf(BillEntity, { period: PERIOD, DealerKey, ...totals });
}

/** Makes the bills of the ten units in the middle, each time for an earlier period. */
async function makeStep(size: Size): Promise<void> {
  size.next = periodBefore(size.next);
  const run = { period: size.next, startedAt: '2026-11-19T06:00:00.000Z', units: 0, of: size.units, ...NO_TOTALS };
  await BillingRunEntity.put({ ...run, cursor: serialNumber(size.units / 2) }).go();
  if (!(await makeBillsStep(size.next, rateReader(), Date.now()))) throw new Error('The step has nothing to do');
}

/** Runs with the stores on the table of the size; dealers and people stay in the common one. */
async function within<Result>({ table }: Size, work: () => Promise<Result>): Promise<Result> {
  for (const entity of [
    BillableUnitEntity,
    BillingStateEntity,
    BillingRateChangeEntity,
    BillingRunEntity,
    BillEntity,
    BillTypeEntity,
    BillLineEntity,
  ])
    entity.setTableName(table);
  return work();
}

/** The cursor of the second half of the bill. */
async function middleOf(details: (input: object) => Promise<string>, lines: number): Promise<string> {
  let cursor: string | undefined;
  for (let left = lines / 2; left > 0; left -= 1000) {
    const page = JSON.parse(await details({ pageSize: Math.min(left, 1000), cursor })) as { cursor: string | null };
    cursor = page.cursor ?? undefined;
  }
  if (cursor === undefined) throw new Error('The bill has no middle');
  return cursor;
}

function requireLines(body: string): void {
  const { items } = JSON.parse(body) as { items: object[] };
  if (items.length !== PAGE) throw new Error(`${items.length} lines instead of ${PAGE}`);
}
