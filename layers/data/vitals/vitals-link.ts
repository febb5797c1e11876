import type { Actor, Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { UNLINKED } from '#core/vitals/unlinked.ts';
import { auditEntry } from '../audit/audit.ts';
import { UnitCustomerEntity } from '../customers/unit-customer.ts';
import { change, type RETRY } from '../kit/change.ts';
import { UnitEntity, unitStore } from '../units/units.ts';

export interface VitalsLink {
  vitalsPatient: string;
  vitalsPortal: string;
}

export const vitalsLinkOf = ({ vitalsPatient = '', vitalsPortal = '' }: UnitRecord): VitalsLink => ({
  vitalsPatient,
  vitalsPortal,
});

/** A unit, and the customer that it had when somebody chose a patient for it. */
interface LinkedUnit {
  unit: UnitRecord;
  CustomerKey: string | undefined;
  /** The customer that it has at its dealer: one of a former dealer is none. */
  customer: string | null;
}

/** The unit and its customer, for a change of its vitals link. NOT_FOUND if there is no such unit in the scope. */
export async function readLinkedUnit(scope: Pick<Scope, 'dealerPath'>, UnitSerNum: string): Promise<LinkedUnit> {
  const { data: link } = await UnitCustomerEntity.get({ UnitSerNum }).go({ consistent: true });
  const unit = await unitStore.get(scope, UnitSerNum);
  const customer = link?.DealerKey === unit.DealerKey ? link.CustomerKey : null;
  return { unit, CustomerKey: link?.CustomerKey, customer };
}

/** Links the unit to a patient, or to none, with the audit entry. Refused if its link, its customer, its status or its dealer changed meanwhile. */
export async function saveVitalsLink(
  by: Actor,
  { unit: was, CustomerKey }: Omit<LinkedUnit, 'customer'>,
  link: VitalsLink | undefined,
  now: number,
  changed: string | typeof RETRY = 'Somebody else changed the unit meanwhile',
): Promise<void> {
  const { UnitSerNum, DealerKey, dealerPath, UnitStatus } = was;
  const entry = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey } as const;
  const portalOf = ({ vitalsPortal }: VitalsLink) => ({ vitalsPortal });
  const audit = auditEntry(
    by,
    link
      ? { ...entry, action: 'link vitals patient', after: portalOf(link) }
      : { ...entry, action: 'unlink vitals patient', before: portalOf(vitalsLinkOf(was)) },
    now,
  );
  const entities = { unit: UnitEntity, customer: UnitCustomerEntity };
  await change({ entities, audit, about: was, refused: { changed } }, (to) => [
    to.unit
      .patch({ UnitSerNum })
      .set(link ?? UNLINKED)
      .where((unit, { eq, notExists }) =>
        [
          eq(unit.dealerPath, dealerPath),
          eq(unit.UnitStatus, UnitStatus),
          ...(['vitalsPatient', 'vitalsPortal'] as const).map((name) =>
            was[name] === undefined ? notExists(unit[name]) : eq(unit[name], was[name]),
          ),
        ].join(' AND '),
      )
      .commit(),
    // Otherwise the patient of a former wearer could be linked to the unit of the next one.
    to.customer
      .check({ UnitSerNum })
      .where((stored, { eq, notExists }) =>
        CustomerKey === undefined ? notExists(stored.CustomerKey) : eq(stored.CustomerKey, CustomerKey),
      )
      .commit(),
  ]);
}
