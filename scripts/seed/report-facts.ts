import { failedPings, missedFact } from '#core/reports/definitions/pings.ts';
import { caregiverFacts, caregiverReport } from '#core/reports/definitions/units.ts';
import { stateAfter } from '#core/reports/fact-state.ts';
import type { Fact, Report } from '#core/reports/report.ts';
import { REPORTS } from '#core/reports/reports.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { ReportFactEntity, ReportRowEntity } from '#data/reports/entities.ts';
import { factOf, rowsOf } from '#data/reports/record-facts.ts';
import { seededCaregivers } from './areas/caregivers.ts';
import { type SeedOptions, seedUnits } from './units.ts';
import { itemOf } from './write.ts';

/** The reports on what is true of the seeded units and their caregivers. The portal writes them when something changes, and nothing changes while it is seeded. */
export function* seedReportFacts(options: SeedOptions) {
  const { now } = options;
  for (const unit of seedUnits(options)) {
    const missed = missedFact(unit, now);
    if (!missed.gone) yield* itemsOf(unit, failedPings, missed, now);
    const at = unit.lastPing?.lastPingTime ?? instant(now);
    for (const report of REPORTS) {
      const facts = report.ofUnit?.(unit, now);
      if (facts) yield* itemsOf(unit, report, { subject: '', at, facts }, now);
    }
  }
  for (const { unit, caregiver, assignment } of seededCaregivers(options)) {
    const fact = {
      ...{ subject: caregiver.UserKey, at: instant(now) },
      facts: caregiverFacts(caregiver, assignment.UserType),
    };
    yield* itemsOf(unit, caregiverReport, fact, now);
  }
}

function* itemsOf(unit: UnitRecord, report: Report, fact: Fact, now: number) {
  const { UnitSerNum } = unit;
  const around = { origin: unit, unit, now, was: undefined };
  const stored = factOf({ UnitSerNum, report, subject: fact.subject }, stateAfter(undefined, fact, report), around);
  yield itemOf(ReportFactEntity, stored);
  for (const row of rowsOf(stored, report)) yield itemOf(ReportRowEntity, row);
}
