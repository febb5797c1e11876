import { AuditEntity } from '#data/audit/audit.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';

/** The audit entries since a time, one line each, in the order of time. */
export async function lostChanges(since: Date): Promise<string[]> {
  const { data: dealers } = await DealerEntity.query.byTree({ tree: 'all' }).go({ pages: 'all' });
  const lines: string[] = [];
  for (const { DealerKey: dealerKey } of dealers) {
    const { data } = await AuditEntity.query
      .byDealer({ dealerKey })
      .gte({ at: since.toISOString() })
      .go({ pages: 'all' });
    for (const { at, actorName, action, objectKind, objectId, objectName } of data)
      lines.push(`${at}  ${actorName}  ${action}  ${objectKind} ${objectName ?? objectId}  (dealer ${dealerKey})`);
  }
  return lines.sort();
}
