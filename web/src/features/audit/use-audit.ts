import { audit } from '#core/audit/contract.ts';
import { rangeInstants } from '#web/components/date-range/range.ts';
import { timeStyleWith, useTimeStyle } from '#web/components/text/time-style.tsx';
import { firstReadsOfList, useListPage } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { type AuditSubject, auditSubject } from './audit-address.ts';

type Own = Parameters<typeof auditSubject>[1];

/** The list that the address asks for. */
function listAt(parameters: URLSearchParams, own: Own, timeZone: string) {
  const subject = auditSubject(parameters, own);
  const range = { start: parameters.get('from') ?? '', end: parameters.get('to') ?? '' };
  const { from, to } = rangeInstants(range, timeZone);
  const action = parameters.get('done') ?? undefined;
  const { endpoint, input } = endpointOf(subject);
  const reads = {
    name: 'audit',
    pageSizes: [25, 50, 100],
    defaultPageSize: 50,
    part: JSON.stringify(subject),
    input: () => ({
      ...input,
      ...(from && { from: from.toISOString() }),
      ...(to && { to: to.toISOString() }),
      ...(action && { action }),
    }),
  };
  return { subject, range, action, endpoint, reads };
}

export const firstReads: FirstReads = (parameters, { user }) => {
  const { subject, endpoint, reads } = listAt(parameters, user, timeStyleWith(user.times).timeZone);
  const list = firstReadsOfList(endpoint, reads, parameters);
  return subject.by === 'dealer' && user.hasSubDealers ? [...list, readOfDealerField()] : list;
};

/** The part of the audit that the address asks for, and how to ask for another. */
export function useAudit() {
  const { user } = useSession();
  const { parameters, change } = useAddressParameters();
  const { timeZone } = useTimeStyle();
  const { subject, range, action, endpoint, reads } = listAt(parameters, user, timeZone);
  const list = useListPage(endpoint, { ...reads, rowId: ({ auditId }) => auditId });
  return { subject, range, action, list, change };
}

function endpointOf(subject: AuditSubject) {
  if (subject.by === 'dealer')
    return {
      endpoint: audit.ofDealer,
      input: { dealerKey: subject.dealerKey, below: subject.below ? ('true' as const) : ('false' as const) },
    };
  if (subject.by === 'object')
    return { endpoint: audit.ofObject, input: { objectKind: subject.kind, objectId: subject.id } };
  const { userKey, part } = subject;
  return part === 'of'
    ? { endpoint: audit.ofObject, input: { objectKind: 'user', objectId: userKey } }
    : { endpoint: audit.ofUser, input: { userKey, part } };
}
