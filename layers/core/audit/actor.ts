import type { AuditEntry } from './entry.ts';

/** Ann Lee, or the user name of somebody without a name. */
export const actorWords = ({ actorFullName, actorName }: AuditEntry) => actorFullName ?? actorName;
export const asUserWords = ({ asUserFullName, asUserName }: AuditEntry) => asUserFullName ?? asUserName;

/** True if the actor used somebody else's access. */
export const isTaken = ({ actorKey, asUserKey }: AuditEntry) => actorKey !== asUserKey && asUserKey !== SYSTEM_KEY;
const SYSTEM_KEY = 'system';
