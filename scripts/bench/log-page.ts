import { history } from '#core/history/contract.ts';
import { logs } from '#core/logs/contract.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitEntity } from '#data/units/units.ts';
import { handler as historyHandler } from '#functions/history/handler.ts';
import { handler as logsHandler } from '#functions/logs/handler.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { consumedBy } from './consumed.ts';
import { flatness } from './flatness.ts';
import { DEALER, newTable } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';
import { countItems, logItems } from './unit-logs.ts';
import { writeRows } from './write-rows.ts';

/** The entries of the unit with the longest history: `BENCH_ENTRIES=100000` for a short try. */
const MOST_ENTRIES = Number(process.env.BENCH_ENTRIES ?? 2_000_000);
const SIZES = [...[1_000, 100_000].filter((size) => size < MOST_ENTRIES), MOST_ENTRIES];
/** Who reads all logs, and the frames of units. */
const ENGINEER = 'engineer@watchkeep.example';
const YEARS = 5;
const PAGE = 100;

interface Logged {
  unit: UnitRecord;
  entries: number;
}

/**
 * Checks whether a page of a unit's logs depends on the length of its history: the same calls for units with more and more entries, in turn.
 */
export const measure: Measure = async () => {
  const now = Date.now();
  await newTable();
  await seed({ count: 0, now }, () => {});
  const { token } = await signIn(ENGINEER);
  const units = [...seedUnits({ count: 100, now, dealerKey: DEALER.DealerKey })].filter(
    ({ UnitModel, UnitStatus }) => UnitModel === 'MXD-LTE' && UnitStatus === 9,
  );
  const logged: Logged[] = [];
  for (const entries of SIZES) {
    const unit = units[logged.length]!;
    await fill(unit, entries, now);
    logged.push({ unit, entries });
  }

  const wholeTime = { startDate: instant(now - YEARS * 365 * DAY), endDate: instant(now) };
  const untilTheMiddle = (days: number) => ({ ...wholeTime, endDate: instant(now - days * DAY) });
  const ofLogs = <E extends typeof logs.pingLog | typeof logs.eventLog | typeof logs.getTCPLog>(
    endpoint: E,
    input: object,
  ) => callEndpoint(logsHandler, endpoint, input as never, token);
  const QUESTIONS: Record<string, (unit: UnitRecord) => Promise<string>> = {
    'ping log': ({ UnitSerNum }) => ofLogs(logs.pingLog, { UnitSerNum, pageSize: PAGE, ...wholeTime }),
    'ping log, in the middle': ({ UnitSerNum }) =>
      ofLogs(logs.pingLog, { UnitSerNum, pageSize: PAGE, ...untilTheMiddle(200) }),
    'event log': ({ UnitSerNum }) => ofLogs(logs.eventLog, { UnitSerNum, pageSize: PAGE, ...wholeTime }),
    'message log': ({ UnitSerNum }) =>
      ofLogs(logs.getTCPLog, {
        filterText: UnitSerNum,
        pageSize: PAGE,
        ...wholeTime,
        startDate: instant(now - 80 * DAY),
      }),
    'merged history': ({ UnitSerNum: id }) =>
      callEndpoint(historyHandler, history.getCombined, { id, pageSize: PAGE, ...wholeTime }, token),
    'merged history, in the middle': ({ UnitSerNum: id }) =>
      callEndpoint(historyHandler, history.getCombined, { id, pageSize: PAGE, ...untilTheMiddle(200) }, token),
  };

  const findings: Finding[] = [];
  for (const [question, ask] of Object.entries(QUESTIONS)) {
    for (const { unit } of logged) requireRows(await ask(unit), question);
    const sizes = logged.map(({ unit, entries }) => ({
      name: `${entries.toLocaleString('en-US')} entries`,
      ask: () => ask(unit),
    }));
    findings.push(...(await flatness(question, sizes, 10_000)));
  }
  return [...findings, await timeline(logged.at(-1)!, { ...wholeTime, timeZone: 'Europe/Berlin' })];

  async function timeline({ unit, entries }: Logged, range: { startDate: string; endDate: string; timeZone: string }) {
    const ask = () => callEndpoint(historyHandler, history.timeline, { id: unit.UnitSerNum, ...range }, token);
    await ask();
    return {
      name: `timeline of ${YEARS} years with entries in every hour`,
      value: await consumedBy(ask),
      unit: 'read units' as const,
      samples: 1,
      detail: `${entries.toLocaleString('en-US')} entries: it reads a counter per hour, so more entries cost no more`,
    };
  }
};

/** Writes a unit with its logs. */
async function fill(unit: UnitRecord, entries: number, now: number): Promise<void> {
  await writeAll(
    [itemOf(UnitEntity, unit), ...lookupsOf(unit).map((lookup) => itemOf(UnitLookupEntity, lookup))],
    () => {},
  );
  writeRows(countItems(unit, YEARS * 365, now));
  writeRows(logItems(unit, entries, now));
}

function requireRows(body: string, question: string): void {
  const answer = JSON.parse(body) as { items?: object[]; pingLog?: object[]; eventLog?: object[] };
  const { length } = answer.items ?? answer.pingLog ?? answer.eventLog!;
  if (length !== PAGE) throw new Error(`${question}: ${length} rows instead of ${PAGE}`);
}
