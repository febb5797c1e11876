import type { ACTIONS } from '../audit/kinds.ts';
import type { ChangeKind } from './change.ts';

/** The logs of changes of a unit. */
export const CHANGE_LOGS = ['unit', 'rfMap', 'profileUnitData'] as const;
export type ChangeLog = (typeof CHANGE_LOGS)[number];

/** What actions on units are about. It is apart from their words, because every function that writes the audit needs it. */
const KINDS: Partial<Record<keyof typeof ACTIONS, ChangeKind>> = {
  'correct SIM state': 'sim',
  'ask for SIM state': 'sim',
  'override SIM state': 'sim',
  'ask for communication plan': 'sim',
  'ask for dialable number': 'sim',
  'mark SIM for deactivation': 'sim',
  'withdraw SIM deactivation': 'sim',
  'keep marked SIM': 'sim',
  'leave carrier unasked': 'sim',
  'open console': 'command',
  'give command': 'command',
  'end command': 'command',
  'hand over console': 'command',
  'send text message': 'command',
  'report accessory': 'accessory',
  'change configuration': 'profile',
  'carry configuration': 'profile',
  'delete queued configuration': 'profile',
  'resend configuration': 'profile',
  'leave profile': 'profile',
  'queue message': 'command',
  'join queued message': 'command',
  'delete queued message': 'command',
  'end refused update': 'command',
  'add accessory': 'accessory',
  'edit accessory': 'accessory',
  'delete accessory': 'accessory',
  'restore accessory': 'accessory',
  'move accessory zone': 'accessory',
  'move accessory in': 'accessory',
  'move accessory out': 'accessory',
  'replace accessory': 'accessory',
  'name zone': 'accessory',
};

/** Any other action is one of a user. */
export const changeKindOf = (action: string): ChangeKind =>
  (KINDS as Readonly<Record<string, ChangeKind | undefined>>)[action] ?? 'user';

const LOGS: Partial<Record<ChangeKind, ChangeLog>> = { accessory: 'rfMap', profile: 'profileUnitData' };

/** The log that a kind of change is in. */
export const changeLogOf = (kind: ChangeKind): ChangeLog => LOGS[kind] ?? 'unit';
