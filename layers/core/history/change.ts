import { z } from 'zod';
import { AuditEntry } from '../audit/entry.ts';

/** What a change of a unit is about. An action of the audit names it (`about` in audit.ts of its area); a `user` action does not. */
export const CHANGE_KINDS = ['sim', 'profile', 'accessory', 'command', 'user'] as const;
export const ChangeKind = z.enum(CHANGE_KINDS);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** One change of a unit: an entry of its audit, or what the unit itself has reported. */
export const UnitChange = AuditEntry.extend({ kind: ChangeKind });
export type UnitChange = z.infer<typeof UnitChange>;
