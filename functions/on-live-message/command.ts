import { mayAccess } from '#core/access.ts';
import { mayCommand } from '#core/consoles/commands.ts';
import { consoles } from '#core/consoles/contract.ts';
import { UNABLE_TO_CONNECT } from '#core/consoles/messages.ts';
import { AppError } from '#core/errors.ts';
import type { ClientMessage } from '#core/live/messages.ts';
import type { Scope } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitStore } from '#data/units/units.ts';
import { commandBridge } from '#platform/aws/bridge.ts';
import { scopeOf } from '#platform/session/sign-in.ts';

/** A console waits 6 s for a command [P2-K20]. A unit that gets the command much later must not act on it. */
const VALID_FOR_MS = 10 * SECOND;

/** Sends a command to the bridge that holds the unit. The unit's answer is published on the topic of its console. */
export async function command(
  scope: Scope,
  { token, UnitSerNum, commandId, command: name, arguments: given = {} }: Extract<ClientMessage, { action: 'command' }>,
): Promise<void> {
  const now = Date.now();
  const bearer = await scopeOf(`Bearer ${token}`, now);
  if (bearer?.sessionId !== scope.sessionId) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (!mayAccess(consoles.tcpConnect.access, scope)) throw new AppError('FORBIDDEN', 'You do not have access to this');
  const { UnitModel } = await unitStore.get(scope, UnitSerNum);
  if (!mayCommand(UnitModel, name, { engineer: scope.flags.includes('ENGINEER') }))
    throw new AppError('FORBIDDEN', `You may not send ${name} to a ${UnitModel}`);
  const connection = await unitConnectionStore.get(UnitSerNum, now);
  if (!connection) throw new AppError('UNAVAILABLE', UNABLE_TO_CONNECT);
  await commandBridge(connection.bridgeAddress, {
    commandId,
    UnitSerNum,
    command: name,
    arguments: given,
    expiresAt: now + VALID_FOR_MS,
  });
}
