import { audit } from '#core/audit/contract.ts';
import { AppError } from '#core/errors.ts';
import type { PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { type AuditFilters, type AuditOf, auditLogStore } from '#data/audit/audit-log.ts';
import { shownEntries } from '#data/audit/shown.ts';
import { staleCursor } from '#data/kit/page.ts';
import { serve } from '#platform/http/serve.ts';
import { sealingWith } from '#platform/session/sealing.ts';

export const handler = serve(audit, {
  ofDealer: ({ input: { dealerKey, below, ...asked }, scope }) =>
    onePage(scope, { kind: below === 'true' ? 'tree' : 'dealer', dealerKey }, asked),

  ofBulkAction: ({ input: { bchKey, ...asked }, scope }) => onePage(scope, { kind: 'bulkAction', bchKey }, asked),

  ofUser: ({ input: { userKey, part, ...asked }, scope }) => onePage(scope, { kind: part, userKey }, asked),

  ofObject: ({ input: { objectKind, objectId, ...asked }, scope }) =>
    onePage(scope, { kind: 'object', objectKind, objectId }, asked),
});

async function onePage(scope: Scope, of: AuditOf, asked: AuditFilters & PageRequest) {
  if (!(await auditLogStore.isKnown(scope, of))) throw new AppError('NOT_FOUND', 'The audit has no entries about this');
  const from = asked.cursor === undefined ? undefined : await openCursor(asked.cursor);
  const { items, cursor } = await auditLogStore.list(scope, of, { ...asked, cursor: from });
  return {
    items: shownEntries(scope, items),
    cursor: cursor && (await cursors.seal(Buffer.from(cursor), CURSOR_PURPOSE)),
  };
}

/** The cursor can name an entry that the caller may not see, and its key contains the object and the time. So it is sealed. */
const CURSOR_PURPOSE = 'a place in the audit';
const cursors = sealingWith('AUDIT_CURSOR_KEY');

async function openCursor(cursor: string): Promise<string> {
  try {
    return (await cursors.open(cursor, CURSOR_PURPOSE)).toString();
  } catch {
    throw staleCursor();
  }
}
