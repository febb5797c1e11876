import type { AuditEntry } from '#core/audit/entry.ts';

/** The name of a dealer, if an entry is of it. Entries of its sub-dealers are listed too. */
export const dealerNameIn = (
  entries: readonly Pick<AuditEntry, 'dealerKey' | 'dealerName'>[] | undefined,
  dealerKey: number,
): string | undefined => entries?.find((entry) => entry.dealerKey === dealerKey)?.dealerName;
