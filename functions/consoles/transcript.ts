import type { AuditRecord } from '#core/audit/entry.ts';
import { lineOfChange, lineOfMessage, type TranscriptLine } from '#core/consoles/session.ts';
import type { Scope } from '#core/scope.ts';
import type { SaidInSession } from '#data/consoles/sessions.ts';
import { shownChanges } from '#data/history/shown-changes.ts';

/** What was said in a session, as lines that the caller may see. */
export async function transcriptLines(scope: Scope, said: readonly SaidInSession[]): Promise<TranscriptLine[]> {
  const records = said.flatMap(({ log, entry }) => (log === 'unit' ? [entry.content as AuditRecord] : []));
  const changes = new Map((await shownChanges(scope, records)).map((change) => [change.auditId, change]));
  return said.flatMap(({ log, entry }) => {
    if (log !== 'unit') return lineOfMessage(entry) ?? [];
    const change = changes.get(entry.content.auditId);
    return (change && lineOfChange(change)) ?? [];
  });
}
