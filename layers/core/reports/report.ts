import type { Call } from '../history/call.ts';
import type { Ping, UnitEvent } from '../history/ping.ts';
import type { CountersReport } from '../unit-messages/common-reports.ts';
import type { UnitRecord } from '../units/unit-record.ts';

/** What a row of a report says beside its unit and its time. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** Something that a report lists, or the end of it. */
export interface Fact {
  /** Distinguishes the rows of a unit, such as its zones. Empty: the unit has one row. */
  subject: string;
  /** When it happened. */
  at: string;
  /** The cause is gone: the row leaves the report. */
  gone?: boolean;
  /** It is true until its cause is gone, however long that takes. */
  stays?: boolean;
  facts: Facts;
}

/** Facts that are true of a unit now; undefined if the unit does not belong into the report. */
export type PresentFacts = Facts | undefined;

/** How a later fact changes the row of an earlier one. */
const MODES = {
  /** Each fact has a row. */
  each: true,
  /** The latest fact decides. */
  latest: true,
  /** The row says since when the unit belongs into the report. */
  present: true,
  /** The row counts facts until their cause is gone. */
  counted: true,
} as const;
export type Mode = keyof typeof MODES;

export interface ReportColumn {
  label: string;
  kind?: 'text' | 'number' | 'time';
}

/** One report: what it shows, and which facts of units it lists. A new report is a file with one of these. */
export interface Report {
  /** The table of a report has this name too. */
  name: string;
  title: string;
  description: string;
  /** Where its page is. */
  path: `/${string}`;
  /** What the time of a row is. */
  time: string;
  columns: Readonly<Record<string, ReportColumn>>;
  mode: Mode;
  /** Days after which a row leaves by itself. */
  keptDays: number;
  pageSizes: readonly number[];
  defaultPageSize: number;
  /** A report that counts: the smallest counts that it can be asked for. */
  counts?: readonly number[];
  /** Its rows count what happened in the range that is asked for, not everything that is known. */
  countsRange?: boolean;
  /** The parts in which it can be read alone. Without it, the report is one list. */
  partsOf?: (facts: Facts) => readonly string[];
  /** Facts in an event that a unit sent. */
  ofEvent?: (event: UnitEvent) => Fact | undefined;
  ofCall?: (call: Call) => Fact | undefined;
  ofPing?: (ping: Ping) => Fact | undefined;
  /** Facts in a ping that came when a later one was known. Those of `ofPing` are known before. */
  ofOlderPing?: (ping: Ping) => Fact | undefined;
  /** Facts in the errors that a unit counted. */
  ofCounters?: (report: CountersReport) => Fact | undefined;
  /** Facts in the difference of a unit before and after a change. */
  ofChange?: (before: UnitRecord, after: UnitRecord, changeId: string, now: number) => readonly Fact[];
  /** The end of what came before, as the unit has it. A fact can come later than its end. */
  endedBy?: (unit: UnitRecord) => Fact | undefined;
  /** Only for the mode `present`. */
  ofUnit?: (unit: UnitRecord, now: number) => PresentFacts;
}

/** The list of a report that has no parts, and of every unit in one that has. */
export const WHOLE = 'all';

/** Page sizes where the specification names none. */
export const USUAL_PAGE_SIZES = { pageSizes: [10, 25, 50, 100, 1000], defaultPageSize: 100 } as const;

/** A row of a report leaves by itself after this time, where the specification names no range. */
export const USUAL_DAYS = 90;

/** The facts without those that are not known. */
export const known = (facts: Readonly<Record<string, string | number | boolean | undefined>>): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined),
  );
