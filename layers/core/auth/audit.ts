/** Kinds of objects in the audit log, and what people call them. */
export const AUDITED = { session: 'Session' } as const;
