import { AuditEntity, type Change } from '#data/audit/audit.ts';

/** The audit entries of an object, oldest first. */
export async function auditOf(objectKind: Change['objectKind'], objectId: string) {
  const { data } = await AuditEntity.query.byObject({ objectKind, objectId }).go({ pages: 'all', consistent: true });
  return data;
}
