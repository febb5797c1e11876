import { whoWords } from '#core/audit/actor.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { recordAudit } from '#data/audit/audit.ts';
import { auditLogStore } from '#data/audit/audit-log.ts';
import { customerEntry } from '#data/customers/writes.ts';
import { detailsOf } from './details.ts';

const PAGE_SIZE = 1_000;

/** Everything that is stored about a customer. The audit names the export. */
export async function exportedData(scope: Scope, customer: CustomerRecord, now: number) {
  await recordAudit(customerEntry(scope, customer, 'export customer', {}, now));
  const of = { kind: 'object' as const, objectKind: 'customer', objectId: customer.CustomerKey };
  const items: Awaited<ReturnType<typeof auditLogStore.list>>['items'] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await auditLogStore.list(scope, of, { pageSize: PAGE_SIZE, ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.cursor;
  }
  return {
    exportedAt: instant(now),
    customer: await detailsOf(scope, customer, now),
    audit: items.map((entry) => ({ at: entry.at, action: entry.action, by: whoWords(entry) })),
  };
}
