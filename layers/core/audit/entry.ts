import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';

/** One change: who made it, as whom, of which object, from and to which values. */
export const AuditEntry = z.object({
  auditId: z.string(),
  at: Instant,
  objectKind: z.string(),
  objectId: z.string(),
  /** The name of the object at that time. Undefined if people call it by its id. */
  objectName: z.string().optional(),
  dealerKey: DealerKey,
  dealerName: z.string(),
  action: z.string(),
  actorKey: z.string(),
  actorName: z.string(),
  /** The user whose access was used: the actor, or the user as whom the actor acted. */
  asUserKey: z.string(),
  asUserName: z.string(),
  /** The shown dealer, if it was not the actor's own. */
  asDealerKey: DealerKey.optional(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry as stores return it. */
export const AuditRecord = AuditEntry.omit({ dealerName: true });
export type AuditRecord = z.infer<typeof AuditRecord>;

/** One changed field, in words for people. */
export interface ChangedField {
  field: string;
  from: string;
  to: string;
}

/** Lists the changes of an entry by field. A value that is not a record is one field. */
export function changedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((field) => ({
    field,
    from: inWords(was[field]),
    to: inWords(is[field]),
  }));
}

const fieldsOf = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
};

function inWords(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
