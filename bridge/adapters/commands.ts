import { commandStore } from '#data/consoles/commands.ts';
import type { Commands } from '../ports.ts';

/** Stores the record of commands in the table. */
export const tableCommands: Commands = {
  queue: ({ expiresAt, givenBy = 'console', ...command }) =>
    commandStore.queue({ ...command, validUntil: expiresAt, givenBy }),

  async due(UnitSerNum) {
    const waiting = await commandStore.waiting(UnitSerNum);
    return waiting.map(({ commandId, command, arguments: given, validUntil, givenBy, sentAt }) => ({
      commandId,
      UnitSerNum,
      command,
      arguments: given,
      expiresAt: validUntil,
      givenBy,
      sent: sentAt !== undefined,
    }));
  },

  sent: (UnitSerNum, commandId) => commandStore.markSent(UnitSerNum, commandId, Date.now()),

  done: (UnitSerNum, commandId, reply) =>
    commandStore.end(UnitSerNum, commandId, {
      outcome: reply.outcome === 'done' ? 'done' : 'failed',
      result: reply,
      now: Date.now(),
    }),

  expired: (UnitSerNum, commandId) => commandStore.end(UnitSerNum, commandId, { outcome: 'expired', now: Date.now() }),
};
