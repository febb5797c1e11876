import type { AuditEntry } from './entry.ts';

/** Ann Lee, or the user name of somebody without a name. */
export const actorWords = ({ actorFullName, actorName }: AuditEntry) => actorFullName ?? actorName;
export const asUserWords = ({ asUserFullName, asUserName }: AuditEntry) => asUserFullName ?? asUserName;
/** Who issued the link by which the actor signed in; undefined if the actor signed in alone. */
export const enteredByWords = ({ enteredByFullName, enteredByName }: AuditEntry) => enteredByFullName || enteredByName;

/** True if the actor used somebody else's access. */
export const isTaken = ({ actorKey, asUserKey }: AuditEntry) => actorKey !== asUserKey && asUserKey !== SYSTEM_KEY;
const SYSTEM_KEY = 'system';
