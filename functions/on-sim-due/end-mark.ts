import { WHOLE_TREE } from '#core/scope.ts';
import type { DueMarkEnd } from '#core/sims/due-work.ts';
import { commandMayYetBeDone } from '#data/consoles/may-be-done.ts';
import { markEndStore } from '#data/sims/mark-ends.ts';
import { commandsOf, simDeactivationStore } from '#data/sims/sim-deactivations.ts';
import { unitStore } from '#data/units/units.ts';

/** Why the mark of a command ends that was held back, expired, or was refused by the unit. */
export const NOT_CARRIED_OUT = 'The unit did not carry out the command to change its carrier';

/**
 * Ends the mark of a command that was not carried out, unless the mark has another one that may be. Otherwise the SIM would be deactivated at a later login, which nobody has asked for. A mark of another
 * command or of a person stays.
 */
export async function endMark({ UnitSerNum, commandId }: DueMarkEnd): Promise<void> {
  const [unit] = await unitStore.getMany(WHOLE_TREE, [UnitSerNum]);
  const marked = unit && (await simDeactivationStore.get(unit));
  if (!marked || ![marked.commandId, ...(marked.earlierCommands ?? [])].includes(commandId)) return;
  if ((await commandsOf(unit, marked, commandMayYetBeDone)).length > 0) return;
  await markEndStore.refuse(unit, marked.iccid, marked, NOT_CARRIED_OUT, Date.now());
}
