import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';

/** What a unit of a script does besides its reports. */
export const DEEDS = ['drop', 'half-open', 'restart'] as const;
export type Deed = (typeof DEEDS)[number];

export type Step = {
  /** Milliseconds after the first login. */
  readonly at: number;
} & (
  | {
      /** Its times are milliseconds before or after the moment at which it is sent. */
      readonly say: UnitReport;
    }
  | {
      readonly do: Deed;
      /** Seconds until the unit dials again after a lost connection or a start. Absent: as long as units usually wait. */
      readonly seconds?: number;
    }
  | { readonly wait: true }
);

export type Answer = Pick<CommandResult, 'outcome' | 'text' | 'answer'>;

/** What one unit does, from its first login on. */
export interface Script {
  readonly model: UnitModel;
  /** In the order of their time. */
  readonly steps: readonly Step[];
  /** The answers of the unit by the name of the command. The last one counts for all later commands of the name. */
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
}

/** The fields of reports that are times. */
const TIMES = ['MessageTime', 'gpsTimeStamp', 'startedAt', 'periodStart'];

/** The report with all its times moved by this many milliseconds. */
export function moved(report: UnitReport, by: number): UnitReport {
  const times = Object.entries(report).flatMap(([name, value]) =>
    TIMES.includes(name) && typeof value === 'number' ? [[name, value + by]] : [],
  );
  return { ...report, ...Object.fromEntries(times) };
}
