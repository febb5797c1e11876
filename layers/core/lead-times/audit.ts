/** Kinds of objects in the audit log, and what people call them. */
export const AUDITED = { leadTime: 'Lead time' } as const;
