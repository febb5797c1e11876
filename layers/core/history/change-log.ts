import { ACTIONS } from '../audit/kinds.ts';
import type { AuditedAction } from '../audit/wording.ts';
import type { ChangeKind } from './change.ts';

/** The logs of changes of a unit. */
export const CHANGE_LOGS = ['unit', 'rfMap', 'profileUnitData'] as const;
export type ChangeLog = (typeof CHANGE_LOGS)[number];

/** An action that no area has any more is one of a user. */
export const changeKindOf = (action: string): ChangeKind =>
  (ACTIONS as Readonly<Record<string, AuditedAction>>)[action]?.about ?? 'user';

const LOGS: Partial<Record<ChangeKind, ChangeLog>> = { accessory: 'rfMap', profile: 'profileUnitData' };

/** The log that a kind of change is in. */
export const changeLogOf = (kind: ChangeKind): ChangeLog => LOGS[kind] ?? 'unit';
