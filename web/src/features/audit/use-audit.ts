import { useSearchParams } from 'react-router';
import { audit } from '#core/audit/contract.ts';
import type { AuditEntry } from '#core/audit/entry.ts';
import { useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import { type DateRange, rangeInstants } from '#web/components/date-range/range.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import { useListEndpoint } from '#web/lib/api/use-list-endpoint.ts';
import { tellFailure } from '#web/lib/messages/tell.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useTableState } from '#web/lib/table/use-table-state.ts';
import { type AuditSubject, auditSubject } from './audit-address.ts';

export const PAGE_SIZES = [25, 50, 100];
/** An export ends here: more is for the table itself, day by day. */
const MOST_EXPORTED = 20_000;

interface Filters {
  range: DateRange;
  action: string;
}

/** The part of the audit that the address asks for, and how to ask for another. */
export function useAudit() {
  const { user } = useSession();
  const table = useTableState({ pageSizes: PAGE_SIZES, defaultPageSize: 50 });
  const [parameters, setParameters] = useSearchParams();
  const subject = auditSubject(parameters, user.dealer);
  const filters: Filters = {
    range: { start: parameters.get('from') ?? '', end: parameters.get('to') ?? '' },
    action: table.query.text,
  };
  const pages = useCursorPages(table.resetKey);
  const asked = { ...inputOf(filters), pageSize: table.pageSize, ...(pages.cursor && { cursor: pages.cursor }) };
  const onFailure = tellFailure;
  const lists = {
    dealer: useListEndpoint(
      audit.ofDealer,
      subject.by === 'dealer' ? { ...asked, dealerKey: subject.dealerKey } : null,
      { onFailure },
    ),
    user: useListEndpoint(
      audit.ofUser,
      subject.by === 'user' && subject.part !== 'of'
        ? { ...asked, userKey: subject.userKey, part: subject.part }
        : null,
      { onFailure },
    ),
    object: useListEndpoint(audit.ofObject, objectInput(subject, asked), { onFailure }),
  };
  return {
    subject,
    filters,
    table,
    pages,
    list: subject.by === 'user' && subject.part === 'of' ? lists.object : lists[subject.by],
    load: () => loadAll(subject, filters),
    change: (values: Record<string, string | undefined>) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
  };
}

function inputOf({ range, action }: Filters) {
  const { from, to } = rangeInstants(range);
  return {
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
    ...(action && { action }),
  };
}

function objectInput<Asked extends object>(subject: AuditSubject, asked: Asked) {
  if (subject.by === 'object') return { ...asked, objectKind: subject.kind, objectId: subject.id };
  if (subject.by === 'user' && subject.part === 'of')
    return { ...asked, objectKind: 'user', objectId: subject.userKey };
  return null;
}

/** Every entry that is asked for, page after page; for exports. */
async function loadAll(subject: AuditSubject, filters: Filters): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<typeof audit.ofObject> = await onePage(subject, {
      ...inputOf(filters),
      pageSize: 1000,
      ...(cursor && { cursor }),
    });
    all.push(...page.items);
    cursor = page.cursor;
  } while (cursor && all.length < MOST_EXPORTED);
  return all;
}

function onePage(subject: AuditSubject, asked: ReturnType<typeof inputOf> & { pageSize: number; cursor?: string }) {
  if (subject.by === 'dealer') return call(audit.ofDealer, { ...asked, dealerKey: subject.dealerKey });
  if (subject.by === 'user' && subject.part !== 'of')
    return call(audit.ofUser, { ...asked, userKey: subject.userKey, part: subject.part });
  return call(audit.ofObject, objectInput(subject, asked)!);
}
