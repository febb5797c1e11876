import type { UnitRecord } from '#core/units/unit-record.ts';
import { type AuditItem, auditEntry, SYSTEM } from '../audit/audit.ts';
import type { Brought } from '../unit-configuration/brought.ts';

/** The entry for the dealer whose profile a unit leaves behind because a dealer moved. The unit's dealer does not read it. */
export const leftProfileEntries = (
  { UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>,
  { leftProfileName, leftProfileDealer }: Pick<Brought, 'leftProfileName' | 'leftProfileDealer'>,
  now: number,
): AuditItem[] =>
  leftProfileDealer === undefined
    ? []
    : [
        auditEntry(
          SYSTEM,
          {
            ...{ objectKind: 'unit', objectId: UnitSerNum, dealerKey: leftProfileDealer, action: 'leave profile' },
            before: { PTName: leftProfileName },
          },
          now,
        ),
      ];
