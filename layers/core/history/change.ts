import { z } from 'zod';
import { AuditEntry } from '../audit/entry.ts';
import { ACTIONS } from '../audit/kinds.ts';
import type { AuditedAction } from '../audit/wording.ts';

/** What a change of a unit is about. An action of the audit names it (`about` in audit.ts of its area); a `user` action does not. */
export const CHANGE_KINDS = ['sim', 'profile', 'accessory', 'command', 'user'] as const;
export const ChangeKind = z.enum(CHANGE_KINDS);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** The logs of changes of a unit. */
export const CHANGE_LOGS = ['unit', 'rfMap', 'profileUnitData'] as const;
export type ChangeLog = (typeof CHANGE_LOGS)[number];

/** One change of a unit: an entry of its audit, or what the unit itself has reported. */
export const UnitChange = AuditEntry.extend({ kind: ChangeKind });
export type UnitChange = z.infer<typeof UnitChange>;

/** An action that no area has any more is one of a user. */
export const changeKindOf = (action: string): ChangeKind =>
  (ACTIONS as Readonly<Record<string, AuditedAction>>)[action]?.about ?? 'user';

const LOGS: Partial<Record<ChangeKind, ChangeLog>> = { accessory: 'rfMap', profile: 'profileUnitData' };

/** The log that a kind of change is in. */
export const changeLogOf = (kind: ChangeKind): ChangeLog => LOGS[kind] ?? 'unit';
