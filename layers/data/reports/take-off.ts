import { AppError } from '#core/errors.ts';
import type { Report } from '#core/reports/report.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitFlags } from '#core/unit-actions/flags.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';
import { factEntities, factOf, readFact, writesOf } from './record-facts.ts';

const entities = { ...factEntities, unit: UnitEntity };
const refused = { changed: 'The unit or its row changed meanwhile. Please load the report again' };
const notListed = () => new AppError('CONFLICT', 'The report does not list this unit any more');

/** The row that is taken off a report; CONFLICT if the report does not list the unit. */
async function listed(unit: UnitRecord, report: Report) {
  const was = await readFact(unit.UnitSerNum, report.name, '');
  if (!was || was.gone || was.hiddenAt !== undefined) throw notListed();
  return was;
}

/** Hides the row of the unit and sets the flags of the unit, both or neither. */
export async function removeFromReport(
  scope: Scope,
  unit: UnitRecord,
  report: Report,
  flags: Required<UnitFlags>,
  now: number,
): Promise<void> {
  const was = await listed(unit, report);
  const { UnitSerNum, DealerKey, tcpFail, downloadFail } = unit;
  const next = factOf(
    { UnitSerNum, report, subject: was.subject },
    { ...was, hiddenAt: instant(now) },
    { origin: was, unit, now, was },
  );
  const audit = auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: 'remove from report',
      before: { tcpFail, downloadFail: downloadFail ?? 0 },
      after: { ...flags, report: report.title },
    },
    now,
  );
  await change({ entities, refused, audit, about: unit }, (to) => [
    ...writesOf(to as never, was, next, report),
    to.unit
      .patch({ UnitSerNum })
      .set(flags)
      .where((item, { eq, notExists }) =>
        [
          eq(item.dealerPath, unit.dealerPath),
          eq(item.tcpFail, tcpFail),
          downloadFail === undefined ? notExists(item.downloadFail) : eq(item.downloadFail, downloadFail),
        ].join(' AND '),
      )
      .commit(),
  ]);
}

/** Hides the row of the unit. The mail to the dealer of the unit follows the change. */
export async function mailAndHide(scope: Scope, unit: UnitRecord, report: Report, now: number): Promise<void> {
  const was = await listed(unit, report);
  const { UnitSerNum, DealerKey } = unit;
  const at = instant(now);
  const next = {
    ...factOf({ UnitSerNum, report, subject: was.subject }, { ...was, hiddenAt: at }, { origin: was, unit, now, was }),
    mailedAt: at,
  };
  const audit = auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: 'mail report',
      after: { report: report.title },
    },
    now,
  );
  await change({ entities: factEntities, refused, audit, about: unit }, (to) => writesOf(to, was, next, report));
}
