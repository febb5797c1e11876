import { audit } from '#core/audit/contract.ts';
import { rangeInstants } from '#web/components/date-range/range.ts';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { type AuditSubject, auditSubject } from './audit-address.ts';

/** The part of the audit that the address asks for, and how to ask for another. */
export function useAudit() {
  const { user } = useSession();
  const { parameters, change } = useAddressParameters();
  const subject = auditSubject(parameters, user.dealer);
  const range = { start: parameters.get('from') ?? '', end: parameters.get('to') ?? '' };
  const { from, to } = rangeInstants(range);
  const { endpoint, input } = endpointOf(subject);
  const list = useListPage(endpoint, {
    name: 'audit',
    rowId: ({ auditId }) => auditId,
    pageSizes: [25, 50, 100],
    defaultPageSize: 50,
    part: JSON.stringify(subject),
    input: ({ text }) => ({
      ...input,
      ...(from && { from: from.toISOString() }),
      ...(to && { to: to.toISOString() }),
      ...(text && { action: text }),
    }),
  });
  return { subject, range, list, change };
}

function endpointOf(subject: AuditSubject) {
  if (subject.by === 'dealer') return { endpoint: audit.ofDealer, input: { dealerKey: subject.dealerKey } };
  if (subject.by === 'object')
    return { endpoint: audit.ofObject, input: { objectKind: subject.kind, objectId: subject.id } };
  const { userKey, part } = subject;
  return part === 'of'
    ? { endpoint: audit.ofObject, input: { objectKind: 'user', objectId: userKey } }
    : { endpoint: audit.ofUser, input: { userKey, part } };
}
