import type { AuditAction } from '#core/audit/kinds.ts';
import type { Asked } from '#core/auth/asked.ts';
import type { Rights } from '#core/scope.ts';
import { type AuditItem, auditEntry } from '../audit/audit.ts';
import type { WaitingCommand } from './commands.ts';

/** What the audit says of a command beyond its content: who gave it, and the dealer of its unit at that time. */
export interface CommandGiver {
  by: Pick<Rights, 'userKey' | 'userName' | 'fullName' | 'actor'> &
    Partial<Pick<Rights, 'dealerKey' | 'home' | 'enteredBy'>>;
  unitDealerKey: number;
  /** The bulk action that the command is part of. */
  partOf?: string;
  /** Absent for a command that a dealer owns, such as a reminder. */
  asked?: Asked;
}

/** The giver of a command that the person with the rights sends to the unit. */
export const giverOf = (
  { userKey, userName, fullName, actor, dealerKey, home, enteredBy }: Rights,
  unit: { DealerKey: number },
  asked: Asked,
): CommandGiver => ({
  by: { userKey, userName, fullName, actor, dealerKey, home, ...(enteredBy && { enteredBy }) },
  unitDealerKey: unit.DealerKey,
  asked,
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
  const { by, unitDealerKey, partOf } = giver;
  const unit = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: unitDealerKey } as const;
  return [auditEntry(by, { ...unit, action, after, ...(partOf !== undefined && { partOf }) }, now)];
}
