import { hasLowBattery } from '#core/accessories/rf-map.ts';
import { occurrenceOfUnit } from '#core/dealer-settings/occurrence.ts';
import type { Call } from '#core/history/call.ts';
import type { Ping, UnitEvent } from '#core/history/ping.ts';
import { isEqual } from '#core/is-equal.ts';
import { OF_ACCESSORIES } from '#core/reports/definitions/failed-tests.ts';
import { failedPings, missedFact } from '#core/reports/definitions/pings.ts';
import { badPowerModules, caregiverFacts, caregiverReport, lowRfBattery } from '#core/reports/definitions/units.ts';
import { type Fact, known, type PresentFacts, type Report } from '#core/reports/report.ts';
import { REPORTS, reportNamed } from '#core/reports/reports.ts';
import { instant } from '#core/time.ts';
import type { CountersReport } from '#core/unit-messages/common-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { ZoneReadingEntity } from '../accessories/entities.ts';
import { AssignmentEntity, CaregiverEntity } from '../caregivers/entities.ts';
import { careOf } from '../caregivers/unit-care.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { ProtocolLogEntity } from '../history/protocol-log.ts';
import { CallEntity, EventEntity, PingEntity } from '../history/unit-log.ts';
import { type Reaction, reactTo } from '../kit/area.ts';
import { hearingStore, withOutages } from '../units/hearing.ts';
import { UnitFacetsEntity } from '../units/unit-facets.ts';
import { UnitEntity } from '../units/units.ts';
import { activeDayStore } from './active-days.ts';
import { countFailedDownload } from './downloads.ts';
import { ReportFactEntity } from './entities.ts';
import { recordFact, settleFactsOf, unitOf } from './record-facts.ts';

/** The facts of all reports in something, by the name of the report. */
const factsOf = (read: (report: Report) => Fact | undefined) =>
  REPORTS.flatMap((report) => {
    const fact = read(report);
    return fact ? [{ report: report.name, fact }] : [];
  });

type Found = { UnitSerNum: string; found: { report: string; fact: Fact }[] };

const messageOf = (UnitSerNum: string, found: Found['found']): Found | undefined =>
  found.length > 0 ? { UnitSerNum, found } : undefined;

async function record({ UnitSerNum, found }: Found, now: number): Promise<void> {
  for (const { report: name, fact } of found) {
    const report = reportNamed(name);
    if (report) await recordFact(UnitSerNum, report, fact, now);
  }
}

const PRESENT = REPORTS.filter(({ ofUnit }) => ofUnit);
const presentOf = (unit: UnitRecord | undefined, now: number): Readonly<Record<string, PresentFacts>> =>
  Object.fromEntries(PRESENT.map((report) => [report.name, unit && report.ofUnit!(unit, now)]));

/** Lists the unit in the reports of what is true of it now, and takes it off the others. */
async function settlePresent(UnitSerNum: string, names: readonly string[], now: number): Promise<void> {
  const unit = await unitOf(UnitSerNum);
  if (!unit) return;
  for (const report of PRESENT.filter(({ name }) => names.includes(name))) {
    const facts = report.ofUnit!(unit, now);
    await recordFact(
      UnitSerNum,
      report,
      { subject: '', at: instant(now), gone: facts === undefined, facts: facts ?? {} },
      now,
    );
  }
}

/** The pings that do not come are noticed by the condition of the unit. */
async function settleMissed(UnitSerNum: string, now: number): Promise<void> {
  const unit = await unitOf(UnitSerNum);
  if (!unit) return;
  await recordFact(UnitSerNum, failedPings, missedFact(withOutages(unit, await hearingStore.get(), now), now), now);
}

/** A row for each caregiver of the unit. `keys` are caregivers that may have left it. */
async function settleCaregivers(UnitSerNum: string, keys: readonly string[], now: number): Promise<void> {
  const unit = await unitOf(UnitSerNum);
  if (!unit) return;
  const { assignments } = await careOf(unit);
  for (const UserKey of keys) {
    const assignment = assignments.find((one) => one.UserKey === UserKey);
    const { data: caregiver } = await CaregiverEntity.get({ UserKey }).go({ consistent: true });
    const facts = assignment && caregiver ? caregiverFacts(caregiver, assignment.UserType) : undefined;
    await recordFact(
      UnitSerNum,
      caregiverReport,
      { subject: UserKey, at: instant(now), gone: facts === undefined, facts: facts ?? {} },
      now,
    );
  }
}

const isLow = (zone: Parameters<typeof hasLowBattery>[0] | undefined) => zone !== undefined && hasLowBattery(zone);

type ReadZone = { RFCode: string; state: string };

/** True if the accessory of a zone was deleted, or another one is there. */
const hasLeft = (before: ReadZone | undefined, after: ReadZone) =>
  after.state === 'deleted' ? before?.state !== 'deleted' : before !== undefined && before.RFCode !== after.RFCode;

export const reactions: readonly Reaction[] = [
  reactTo(EventEntity, {
    name: 'report an event',
    message({ before, after }) {
      if (before || !after) return undefined;
      return messageOf(
        after.UnitSerNum,
        factsOf(({ ofEvent }) => ofEvent?.(after.content as UnitEvent)),
      );
    },
    react: (found, _tools, now) => record(found, now),
  }),
  reactTo(CallEntity, {
    name: 'report a call',
    message({ before, after }) {
      if (before || !after) return undefined;
      return messageOf(
        after.UnitSerNum,
        factsOf(({ ofCall }) => ofCall?.(after.content as Call)),
      );
    },
    react: (found, _tools, now) => record(found, now),
  }),
  reactTo(PingEntity, {
    name: 'report a ping',
    message({ before, after }) {
      if (!after) return undefined;
      const ping = after.content as Ping;
      const isOlder = after.isOlder === true && before?.isOlder !== true;
      return messageOf(after.UnitSerNum, [
        ...(before ? [] : factsOf(({ ofPing }) => ofPing?.(ping))),
        ...(isOlder ? factsOf(({ ofOlderPing }) => ofOlderPing?.(ping)) : []),
      ]);
    },
    react: (found, _tools, now) => record(found, now),
  }),
  reactTo(PingEntity, {
    name: 'count the steps of a ping',
    message({ before, after }) {
      if (before || !after) return undefined;
      const { timeStamp, steps, chargedPercent } = after.content as Ping;
      return steps === undefined
        ? undefined
        : { UnitSerNum: after.UnitSerNum, ping: { timeStamp, steps, chargedPercent } };
    },
    react: ({ UnitSerNum, ping }) => activeDayStore.record(UnitSerNum, ping),
  }),
  reactTo(UnitEntity, {
    name: 'report a change of a unit',
    message({ before, after, changeId }, now) {
      if (!before || !after) return undefined;
      const found = REPORTS.flatMap((report) =>
        (report.ofChange?.(before as UnitRecord, after as UnitRecord, changeId, now) ?? []).map((fact) => ({
          report: report.name,
          fact,
        })),
      );
      return messageOf(after.UnitSerNum, found);
    },
    react: (found, _tools, now) => record(found, now),
  }),
  reactTo(UnitEntity, {
    name: 'report the state of a unit',
    message({ before, after }, now) {
      if (!after) return undefined;
      const [was, is] = [presentOf(before as UnitRecord | undefined, now), presentOf(after as UnitRecord, now)];
      const names = Object.keys(is).filter((name) => !isEqual(was[name], is[name]));
      return names.length > 0 ? { UnitSerNum: after.UnitSerNum, names } : undefined;
    },
    react: ({ UnitSerNum, names }, _tools, now) => settlePresent(UnitSerNum, names, now),
  }),
  reactTo(UnitEntity, {
    name: 'move the reports of a unit',
    message: ({ before, after }) =>
      before && (before.dealerPath !== after?.dealerPath || before.DealerKey !== after?.DealerKey)
        ? { UnitSerNum: before.UnitSerNum }
        : undefined,
    react: ({ UnitSerNum }, _tools, now) => settleFactsOf(UnitSerNum, now),
  }),
  reactTo(UnitFacetsEntity, {
    name: 'report missed pings',
    message({ before, after }) {
      const unit = after ?? before;
      const changed = before?.facets.condition !== after?.facets.condition;
      return unit && changed ? { UnitSerNum: unit.UnitSerNum } : undefined;
    },
    react: ({ UnitSerNum }, _tools, now) => settleMissed(UnitSerNum, now),
  }),
  reactTo(ZoneReadingEntity, {
    name: 'report the battery of an accessory',
    message({ before, after }) {
      const zone = after ?? before;
      const isOther = isLow(after) && before?.RFCode !== after?.RFCode;
      if (!zone || (isLow(before) === isLow(after) && !isOther)) return undefined;
      const { UnitSerNum, RFCode, SerialNumber } = zone;
      const facts = known({ zone: zone.zone, RFCode, SerialNumber });
      return { UnitSerNum, fact: { subject: String(zone.zone), at: zone.at, gone: !isLow(after), stays: true, facts } };
    },
    react: ({ UnitSerNum, fact }, _tools, now) => recordFact(UnitSerNum, lowRfBattery, fact, now),
  }),
  reactTo(ZoneReadingEntity, {
    name: 'end the failures of an accessory that left',
    message({ before, after }) {
      if (!after || !hasLeft(before, after)) return undefined;
      const { UnitSerNum, zone, at } = after;
      return { UnitSerNum, fact: { subject: String(zone), at, gone: true, facts: {} } };
    },
    async react({ UnitSerNum, fact }, _tools, now) {
      for (const report of OF_ACCESSORIES) await recordFact(UnitSerNum, report, fact, now);
    },
  }),
  reactTo(AssignmentEntity, {
    name: 'report a caregiver of a unit',
    message({ before, after }) {
      const { UnitSerNum, UserKey } = (after ?? before)!;
      return { UnitSerNum, UserKey };
    },
    react: ({ UnitSerNum, UserKey }, _tools, now) => settleCaregivers(UnitSerNum, [UserKey], now),
  }),
  reactTo(CaregiverEntity, {
    name: 'report a changed caregiver',
    message({ before, after }) {
      if (!before || !after) return undefined;
      const isSame = before.Name === after.Name && isEqual(before.emails, after.emails);
      return isSame ? undefined : { UserKey: after.UserKey, units: after.CaregiverUnits };
    },
    async react({ UserKey, units }, _tools, now) {
      for (const UnitSerNum of units) await settleCaregivers(UnitSerNum, [UserKey], now);
    },
  }),
  reactTo(ProtocolLogEntity, {
    name: 'count a failed download',
    message({ before, after }) {
      if (before || after?.messageType !== 'download' || after.content?.stage !== 'failed') return undefined;
      return { UnitSerNum: after.UnitSerNum, place: after.place };
    },
    react: ({ UnitSerNum, place }, _tools, now) => countFailedDownload(UnitSerNum, place, now),
  }),
  reactTo(ProtocolLogEntity, {
    name: 'report counted errors',
    message({ before, after }) {
      if (before || after?.kind !== 'report' || after.messageType !== 'counters') return undefined;
      return messageOf(
        after.UnitSerNum,
        factsOf(({ ofCounters }) => ofCounters?.(after.content as CountersReport)),
      );
    },
    react: (found, _tools, now) => record(found, now),
  }),
  reactTo(ReportFactEntity, {
    name: 'mail a bad power module',
    message({ before, after }) {
      const { mailedAt, report, UnitSerNum } = after ?? {};
      if (!mailedAt || before?.mailedAt === mailedAt || report !== badPowerModules.name) return undefined;
      return { UnitSerNum: UnitSerNum!, mailedAt };
    },
    async react({ UnitSerNum, mailedAt }, tools, now) {
      const unit = await unitOf(UnitSerNum);
      if (unit) await notify(powerModuleOccurrence(unit, mailedAt), tools, now);
    },
  }),
];

const powerModuleOccurrence = (unit: UnitRecord, mailedAt: string) =>
  occurrenceOfUnit(
    unit,
    'Bad Power Module',
    mailedAt,
    'it has external power, but reports a low battery. Please check its power module.',
  );
