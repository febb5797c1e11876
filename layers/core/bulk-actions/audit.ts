/** Kinds of objects in the audit log, and what people call them. */
export const AUDITED = { bulkAction: 'Bulk action' } as const;
