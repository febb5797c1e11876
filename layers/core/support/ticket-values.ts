// Apart from the schemas, so that what follows the table's stream stays small.

export const PRIORITIES = ['Low', 'Normal', 'High', 'Urgent'] as const;
/** Answered: support has written last. */
export const TICKET_STATUSES = ['Open', 'Answered', 'Closed'] as const;
/** Which tickets a list has: those that somebody works on, or those that are done. */
export const TICKET_STATES = ['open', 'closed'] as const;
