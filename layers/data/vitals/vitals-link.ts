import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';

export interface VitalsLink {
  vitalsPatient: string;
  vitalsPortal: string;
}

const NONE: VitalsLink = { vitalsPatient: '', vitalsPortal: '' };

export const vitalsLinkOf = ({ vitalsPatient = '', vitalsPortal = '' }: UnitRecord): VitalsLink => ({
  vitalsPatient,
  vitalsPortal,
});

/** Links the unit to a patient, or to none, with the audit entry. CONFLICT if its link or its dealer changed meanwhile. */
export async function saveVitalsLink(
  scope: Scope,
  was: UnitRecord,
  link: VitalsLink | undefined,
  now: number,
): Promise<void> {
  const { UnitSerNum, DealerKey, dealerPath } = was;
  const entry = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey } as const;
  const portalOf = ({ vitalsPortal }: VitalsLink) => ({ vitalsPortal });
  const audit = auditEntry(
    scope,
    link
      ? { ...entry, action: 'link vitals patient', after: portalOf(link) }
      : { ...entry, action: 'unlink vitals patient', before: portalOf(vitalsLinkOf(was)) },
    now,
  );
  const refused = { changed: 'Somebody else changed the unit meanwhile' };
  await change({ entities: { unit: UnitEntity }, audit, about: was, refused }, (to) => [
    to.unit
      .patch({ UnitSerNum })
      .set(link ?? NONE)
      .where((unit, { eq, notExists }) =>
        [
          eq(unit.dealerPath, dealerPath),
          ...(['vitalsPatient', 'vitalsPortal'] as const).map((name) =>
            was[name] === undefined ? notExists(unit[name]) : eq(unit[name], was[name]),
          ),
        ].join(' AND '),
      )
      .commit(),
  ]);
}
