import { reports } from '#core/reports/contract.ts';
import { failedToDownload } from '#core/reports/definitions/units.ts';
import { REPORT_LISTS } from '#core/reports/lists.ts';
import { type Report, WHOLE } from '#core/reports/report.ts';
import type { ReportList } from '#core/reports/report-list.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { ReportRowEntity } from '#data/reports/entities.ts';
import { UnitEntity } from '#data/units/units.ts';
import { handler } from '#functions/reports/handler.ts';
import { DEALERS } from '#scripts/seed/dealers.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { consumedBy } from './consumed.ts';
import { DEALER, newTable } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';
import { writeRows } from './write-rows.ts';

/** The units of the large dealer: `BENCH_UNITS=5000` for a short try. */
const MANY = Number(process.env.BENCH_UNITS ?? 100_000);
const FEW = 1_000;
const OTHER_DEALER = DEALERS.find(({ DealerKey }) => DealerKey === 49)!;
/** Who reads every report, and chooses the dealer. */
const ENGINEER = 'engineer@watchkeep.example';
const YEAR = 365;
/** Each list has two such pages at the small dealer, also in its shortest usual range. */
const PAGE = 25;
const FLAT = { atMost: 1.2 };
/** Its multiples spread evenly over a range. */
const GOLDEN = 0.618_033_988_749_895;

/**
 * Checks whether a page of a report depends on the number of units and facts: the same calls for a dealer with 1,000 and one with 100,000 units, each of
 * which has a fact in every report within a year, or within the time for which the report keeps it.
 */
export const measure: Measure = async () => {
  const now = Date.now();
  await newTable();
  await seed({ count: 0, now }, () => {});
  const { token } = await signIn(ENGINEER);
  writeRows(itemsOf(now));

  const findings: Finding[] = [];
  for (const [name, list] of Object.entries(REPORT_LISTS) as [string, ReportList][]) {
    const [few, many] = [await costOf(list, OTHER_DEALER.DealerKey), await costOf(list, DEALER.DealerKey)];
    for (const [index, page] of ['first page', 'next page'].entries())
      findings.push({
        name: `${name}, ${page}, ${MANY.toLocaleString('en-US')} units to ${FEW.toLocaleString('en-US')}: consumed capacity`,
        value: many[index]! / few[index]!,
        unit: 'ratio',
        target: FLAT,
        samples: 1,
        detail: `${many[index]} to ${few[index]} read units`,
      });
  }
  return findings;

  /** The read units of the first page of a list and of the page behind it. */
  async function costOf({ endpoint, fixed = {} }: ReportList, DealerKey: number): Promise<number[]> {
    const input = { ...fixed, DealerKey, pageSize: PAGE };
    const ask = (more: object = {}) => callEndpoint(handler, endpoint, { ...input, ...more } as never, token);
    // Cached reads, such as the session, happen before.
    const { cursor } = requirePage(await ask());
    requirePage(await ask({ cursor }));
    return [await consumedBy(() => ask()), await consumedBy(() => ask({ cursor }))];
  }
};

function requirePage(body: string): { cursor: string } {
  const { items, cursor } = JSON.parse(body) as { items: object[]; cursor: string | null };
  if (items.length !== PAGE || cursor === null) throw new Error(`${items.length} rows instead of ${PAGE}`);
  return { cursor };
}

function* itemsOf(now: number) {
  let number = 0;
  for (const unit of seedUnits({ count: MANY + FEW, now, dealerKey: DEALER.DealerKey })) {
    number += 1;
    const { DealerKey, dealerPath } = number > MANY ? OTHER_DEALER : DEALER;
    yield itemOf(UnitEntity, { ...unit, DealerKey, dealerPath });
    for (const list of Object.values(REPORT_LISTS) as ReportList[])
      yield rowItem(reportOf(list), partOf(list), { ...unit, DealerKey }, number, now);
  }
}

const CHOSEN_PARTS = ['pingCount', 'PowerStatus'];

/** The part of a report that a list reads with its usual choices. */
function partOf({ report, choices = [] }: ReportList): string {
  const chosen = choices.find(({ name }) => CHOSEN_PARTS.includes(name))?.preset;
  return String(chosen ?? report.counts?.[0] ?? WHOLE);
}

/** The tab of failed downloads is another list of the same report. */
const reportOf = ({ endpoint, report }: ReportList): Report =>
  endpoint === reports.failedToDownload ? failedToDownload : report;

function rowItem(report: Report, part: string, { UnitSerNum, DealerKey }: UnitRecord, number: number, now: number) {
  const age = ((number * GOLDEN) % 1) * Math.min(report.keptDays, YEAR) * DAY;
  return itemOf(ReportRowEntity, {
    ...{ report: report.name, DealerKey, part, at: instant(now - Math.floor(age)), UnitSerNum, subject: '' },
    facts: Object.fromEntries(
      Object.entries(report.columns).map(([name, { kind }]) => [name, kind === 'number' ? 3 : instant(now)]),
    ),
  });
}
