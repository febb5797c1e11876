import { RIGHTS_ENDED } from '#core/consoles/messages.ts';
import { commandStore, isSameCommand } from '#data/consoles/commands.ts';
import { wearerRefusal } from '#data/consoles/former-wearer.ts';
import { waitingAtLogin } from '#data/consoles/waiting-at-login.ts';
import { maySend } from '#platform/consoles/may-send.ts';
import type { Commands, Log } from '../ports.ts';

/** Stores the record of commands in the table. */
export const tableCommands = (log: Log): Commands => ({
  async isRecorded({ expiresAt, ...command }) {
    const { UnitSerNum, commandId } = command;
    const recorded =
      (await commandStore.get(UnitSerNum, commandId)) ?? (await commandStore.ended(UnitSerNum, commandId));
    return recorded !== undefined && isSameCommand(recorded, { ...command, validUntil: expiresAt });
  },

  async due(UnitSerNum) {
    const waiting = await waitingAtLogin(UnitSerNum, Date.now(), (deletion) => {
      deletion.catch((error: unknown) => {
        log('warn', 'A notice of commands was not deleted', { UnitSerNum, error: String(error) });
      });
    });
    return waiting.map(({ commandId, command, arguments: given, validUntil, sentAt }) => ({
      commandId,
      UnitSerNum,
      command,
      arguments: given,
      expiresAt: validUntil,
      sent: sentAt !== undefined,
    }));
  },

  sent(UnitSerNum, commandId) {
    const now = Date.now();
    return commandStore.markSent(UnitSerNum, commandId, now, async (command, unit) =>
      (await maySend(command.giver?.asked, unit, now)) ? wearerRefusal(command, unit) : RIGHTS_ENDED,
    );
  },

  done: (UnitSerNum, commandId, reply) =>
    commandStore.end(
      UnitSerNum,
      commandId,
      { outcome: reply.outcome === 'done' ? 'done' : 'failed', result: reply },
      Date.now(),
    ),

  expired: (UnitSerNum, commandId) => commandStore.end(UnitSerNum, commandId, { outcome: 'unanswered' }, Date.now()),
});
