import { AuditEntity, type Change } from '#data/audit/audit.ts';

/** What the audit says of an object, the oldest entry first. */
export async function auditOf(objectKind: Change['objectKind'], objectId: string) {
  const { data } = await AuditEntity.query.byObject({ objectKind, objectId }).go({ pages: 'all', consistent: true });
  return data;
}
