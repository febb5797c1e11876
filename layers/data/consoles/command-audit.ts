import type { AuditAction } from '#core/audit/kinds.ts';
import type { Scope } from '#core/scope.ts';
import { type AuditItem, auditEntry } from '../audit/audit.ts';
import type { WaitingCommand } from './commands.ts';

/** What the audit says of a command beyond its content: who gave it, and the dealer of its unit at that time. */
export interface CommandGiver {
  by: Pick<Scope, 'userKey' | 'userName' | 'fullName' | 'actor'> &
    Partial<Pick<Scope, 'dealerKey' | 'home' | 'enteredBy'>>;
  unitDealerKey: number;
}

/** The giver of a command that the scope's user sends to the unit. */
export const giverOf = (
  { userKey, userName, fullName, actor, dealerKey, home, enteredBy }: Scope,
  unit: { DealerKey: number },
): CommandGiver => ({
  by: { userKey, userName, fullName, actor, dealerKey, home, ...(enteredBy && { enteredBy }) },
  unitDealerKey: unit.DealerKey,
});

/** The entry that the command was given, in the audit of its unit. None for a command without a giver: a keep-alive. */
export const givenEntries = (command: WaitingCommand, now: number): AuditItem[] =>
  entries(command, 'give command', {}, now);

/** The entry that the command has ended. `outcome` is the unit's word if the unit has answered. */
export const endedEntries = (
  command: WaitingCommand,
  ending: { outcome: string; text?: string | undefined },
  now: number,
): AuditItem[] => entries(command, 'end command', ending, now);

function entries(
  { UnitSerNum, command, arguments: given, origin, givenBy, giver }: WaitingCommand,
  action: AuditAction,
  ending: object,
  now: number,
): AuditItem[] {
  if (!giver) return [];
  const after = { ...given, command, ...(origin !== undefined && { origin, setBy: givenBy }), ...ending };
  const change = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: giver.unitDealerKey, action, after } as const;
  return [auditEntry(giver.by, change, now)];
}
