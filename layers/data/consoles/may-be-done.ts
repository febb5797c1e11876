import { commandStore, type EndedCommand } from './commands.ts';

/** True if the unit has done what it was told, or was told and did not answer. */
export const mayBeDone = ({ outcome }: Pick<EndedCommand, 'outcome'>): boolean =>
  outcome === 'done' || outcome === 'lost';

/** False if the command was surely not carried out: it was not sent, or its unit refused it. True if its record has expired. */
export async function commandMayBeDone(UnitSerNum: string, commandId: string): Promise<boolean> {
  const waiting = await commandStore.get(UnitSerNum, commandId);
  return waiting ? waiting.sentAt !== undefined : endMayBeDone(UnitSerNum, commandId);
}

/** Like `commandMayBeDone`, and true for a command that still waits. */
export async function commandMayYetBeDone(UnitSerNum: string, commandId: string): Promise<boolean> {
  const waiting = await commandStore.get(UnitSerNum, commandId);
  return waiting !== undefined || endMayBeDone(UnitSerNum, commandId);
}

async function endMayBeDone(UnitSerNum: string, commandId: string): Promise<boolean> {
  const ended = await commandStore.ended(UnitSerNum, commandId);
  return ended === undefined || mayBeDone(ended);
}
