import type { AuditRecord } from '#core/audit/entry.ts';
import type { UnitChange } from '#core/history/change.ts';
import { changeKindOf } from '#core/history/change-log.ts';
import type { Scope } from '#core/scope.ts';
import { within } from '#data/audit/audit-log.ts';
import { shownEntries } from '#data/audit/shown.ts';

/** The changes as the caller may see them. Those that belong to another dealer are left out. */
export const shownChanges = async (scope: Scope, changes: readonly AuditRecord[]): Promise<UnitChange[]> => {
  if (changes.length === 0) return [];
  const named = await within(scope, [...changes]);
  return shownEntries(scope, named).map((entry) => ({ ...entry, kind: changeKindOf(entry.action) }));
};
