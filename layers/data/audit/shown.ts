import type { AuditEntry, AuditRecord } from '#core/audit/entry.ts';
import { dealerStore } from '../dealers/dealers.ts';

/** The entries with the names of their dealers. */
export async function shownEntries(entries: readonly AuditRecord[], now: number): Promise<AuditEntry[]> {
  const names = await dealerStore.names(
    entries.map(({ dealerKey }) => dealerKey),
    now,
  );
  return entries.map((entry) => ({ ...entry, dealerName: names.get(entry.dealerKey)! }));
}
