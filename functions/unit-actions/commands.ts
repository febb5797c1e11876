import type { RestrictedAccess } from '#core/access.ts';
import { askerOf } from '#core/auth/identities.ts';
import { checkedArguments } from '#core/consoles/arguments.ts';
import { COMMAND_WAITS_MS, idOfKind } from '#core/consoles/command-id.ts';
import { readCommandLine } from '#core/consoles/command-line.ts';
import { commandNamed, consoleCommands, hasRemoteLogCommand, needsOfCommand } from '#core/consoles/commands.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { unitActors } from '#core/unit-actions/access.ts';
import { PAIRING } from '#core/unit-messages/voice-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { giverOf } from '#data/consoles/command-audit.ts';
import { commandStore, type WaitingCommand } from '#data/consoles/commands.ts';
import { custodyStore } from '#data/consoles/custody.ts';
import { newId } from '#data/kit/id.ts';
import { requireZoneOf } from '#data/monitoring-centers/centers-of-dealers.ts';
import { requireOwnHome } from '#data/unit-configuration/former-home.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { commandBridge } from '#platform/aws/bridge.ts';

interface Content extends Pick<WaitingCommand, 'command' | 'arguments'> {
  /** What the command needs beside the right to act upon a unit. */
  needs?: readonly RestrictedAccess[];
}

const viewerOf = ({ flags }: Scope) => ({ engineer: flags.includes('ENGINEER') });

/** The command in a line, as the console writes it. INVALID if the user may not send it to a unit of the model. */
export function readCommand(scope: Scope, { UnitModel }: UnitRecord, line: string): Content {
  const read = readCommandLine(line, consoleCommands(UnitModel, viewerOf(scope)));
  if (read.problem !== undefined)
    throw new AppError('INVALID', read.problem, [{ path: 'command', message: read.problem }]);
  const { name } = read.command;
  return { command: name, arguments: read.arguments, needs: needsOfCommand(UnitModel, name) };
}

/** The command that changes the mode. CONFLICT if units of the model have no modes. */
export function modeCommand({ UnitModel }: UnitRecord, mode: string, zone: number | undefined): Content {
  const known = commandNamed(UnitModel, 'GoToMode', { engineer: false });
  if (!known) throw new AppError('CONFLICT', `A ${UnitModel} has no modes`);
  const given = { mode, ...(zone !== undefined && { zone }) };
  return { command: known.name, arguments: checkedArguments(known, given) };
}

/** The command that switches the remote log. Undefined if units of the model have none. */
export const remoteLogCommand = ({ UnitModel }: UnitRecord, on: boolean): Content | undefined =>
  hasRemoteLogCommand(UnitModel) ? { command: 'RemoteLog', arguments: { on } } : undefined;

/**
 * A command as it is recorded. Only the server names it. CONFLICT if somebody else holds the console of the unit. INVALID if it pairs a device with a
 * zone that a monitoring centre of the unit does not tell apart [P2-V11].
 */
export async function recordOf(
  scope: Scope,
  unit: UnitRecord,
  { needs = [], ...content }: Content,
  now: number,
): Promise<WaitingCommand> {
  const { UnitSerNum } = unit;
  await requireOwnHome(unit, content.command);
  const { mode, zone } = content.arguments;
  if (mode === PAIRING && typeof zone === 'number') await requireZoneOf(unit, zone, 'zone');
  await custodyStore.requireOpen(scope, UnitSerNum, content.command, now);
  return {
    UnitSerNum,
    commandId: idOfKind('console', newId(now)),
    ...content,
    validUntil: now + COMMAND_WAITS_MS,
    DealerKey: scope.dealerKey,
    givenBy: scope.userName,
    giver: giverOf(scope, unit, { by: askerOf(scope), needs: [unitActors, ...needs] }),
  };
}

/**
 * Records the command with its audit entry, and sends it. A unit that is asked twice to restart before it has answered restarts once. TOO_MANY if too many
 * commands wait.
 */
export async function give(scope: Scope, unit: UnitRecord, content: Content, now: number) {
  const recorded = await recordOf(scope, unit, content, now);
  if (!commandNamed(unit.UnitModel, content.command, { engineer: true })?.interrupts) {
    await commandStore.queueWithRoom(recorded, now);
    return send(recorded, now);
  }
  const waiting = await commandStore.queueOnce(recorded, now);
  // The bridge may not have heard of one that was not sent. It takes each command once.
  if (waiting.sentAt === undefined) return send(waiting, now);
  return { commandId: waiting.commandId, validUntil: instant(waiting.validUntil), state: 'sent' as const };
}

/**
 * Sends a recorded command to the bridge that holds the unit. If there is none, or it does not answer, the command waits: the unit's next
 * bridge reads it from the table.
 */
export async function send(recorded: WaitingCommand, now: number) {
  const { UnitSerNum, commandId, command, arguments: given, validUntil } = recorded;
  const answer = { commandId, validUntil: instant(validUntil) };
  const connection = await unitConnectionStore.get(UnitSerNum, now);
  if (!connection) return { ...answer, state: 'waiting' as const };
  try {
    const order = { UnitSerNum, commandId, command, arguments: given, expiresAt: validUntil };
    await commandBridge(connection.bridgeAddress, order);
    return { ...answer, state: 'sent' as const };
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return { ...answer, state: 'waiting' as const };
    await commandStore.end(UnitSerNum, commandId, { outcome: 'withdrawn' }, Date.now());
    throw error;
  }
}
