import { commandStore, type WaitingCommand } from './commands.ts';

/** The commands of a bulk action that wait for these units, were not sent, and may still be. */
export async function unsentCommands(
  bchKey: string,
  serialNumbers: readonly string[],
  now: number,
): Promise<WaitingCommand[]> {
  const waiting = await Promise.all(serialNumbers.map(commandStore.waiting));
  return waiting
    .flat()
    .filter(({ giver, sentAt, validUntil }) => giver?.partOf === bchKey && sentAt === undefined && validUntil > now);
}
