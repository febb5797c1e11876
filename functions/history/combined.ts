import type { AuditRecord } from '#core/audit/entry.ts';
import type { HistoryEntry, RecordedEntry } from '#core/history/entry.ts';
import type { Scope } from '#core/scope.ts';
import { shownChanges } from '#data/history/shown-changes.ts';

/** The entries of the combined log as the caller may see them. Changes that belong to another dealer are left out. */
export async function shownHistory(scope: Scope, entries: readonly RecordedEntry[]): Promise<HistoryEntry[]> {
  const changes = await shownChanges(
    scope,
    entries.flatMap((entry) => (isReport(entry) ? [] : [entry.content as AuditRecord])),
  );
  const byId = new Map(changes.map((change) => [change.auditId, change]));
  return entries.flatMap((entry): HistoryEntry[] => {
    const common = { id: `${entry.log} ${entry.place}`, at: entry.place.split('~')[0]! };
    if (entry.log === 'ping') return [{ ...common, is: 'ping', ping: entry.content }];
    if (entry.log === 'event') return [{ ...common, is: 'event', event: entry.content }];
    if (entry.log === 'call') return [{ ...common, is: 'call', call: entry.content }];
    const change = byId.get(entry.content.auditId);
    return change ? [{ ...common, is: 'change', change }] : [];
  });
}

const isReport = ({ log }: RecordedEntry) => log === 'ping' || log === 'event' || log === 'call';
