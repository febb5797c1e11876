import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';

/** One change: who made it, as whom, to what, from what to what. */
export const AuditEntry = z.object({
  auditId: z.string(),
  at: Instant,
  objectKind: z.string(),
  objectId: z.string(),
  /** What people called the object then; absent where its id is what they call it. */
  objectName: z.string().optional(),
  dealerKey: DealerKey,
  dealerName: z.string(),
  action: z.string(),
  actorKey: z.string(),
  actorName: z.string(),
  /** Whose access the actor used; the actor itself unless access was taken on. */
  asUserKey: z.string(),
  asUserName: z.string(),
  /** The dealer that the actor was shown as, where that was not its own. */
  asDealerKey: DealerKey.optional(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** One field of a change, in words. */
export interface ChangedField {
  field: string;
  from: string;
  to: string;
}

/** What an entry changed, field by field; a value that is no record is told as a whole. */
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
