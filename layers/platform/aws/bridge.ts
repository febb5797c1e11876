import { z } from 'zod';
import { TOO_MANY_WAIT, UNABLE_TO_CONNECT } from '#core/consoles/messages.ts';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import type { MessageType } from '#core/unit-messages/common-reports.ts';
import type { HandledReport, SyncOrder, UnitCommand } from '#protocol/command-port.ts';
import { signedHeaders } from '#protocol/command-port-signature.ts';
import { logger } from './observability.ts';
import { secret } from './secret.ts';

const BridgeSecret = z.object({ bridgeCommandSecret: z.string().min(16) });

/** Short: both are in the same network. */
const REQUEST_TIMEOUT_MS = 3 * SECOND;

/**
 * Sends a command to the bridge that holds the unit. Throws UNAVAILABLE if it no longer holds it or does not answer, TOO_MANY
 * if too many commands wait there.
 */
export async function commandBridge(bridgeAddress: string, command: UnitCommand): Promise<void> {
  const status = await post(bridgeAddress, '/commands', command);
  if (status < 300) return;
  logger.warn('A bridge refused a command', { bridgeAddress, status, command: command.command });
  if (status === 429) throw new AppError('TOO_MANY', TOO_MANY_WAIT);
  throw new AppError('UNAVAILABLE', UNABLE_TO_CONNECT);
}

/** A bridge answers so to a body that it does not understand. */
const MISUNDERSTOOD = 422;
/** The types that bridges of the former release do not know. */
const NEWEST_TYPES: readonly MessageType[] = ['HOMEWIFIC'];

/** Makes the bridge that holds the unit send it what waits. Throws UNAVAILABLE if the bridge does not answer, or cannot do it now. */
export async function syncOverBridge(bridgeAddress: string, order: SyncOrder): Promise<void> {
  const status = await post(bridgeAddress, '/sync', order);
  const types = order.types.filter((type) => !NEWEST_TYPES.includes(type));
  // A release replaces the bridges last. One of the former release refuses an order that names a type which it does not know.
  if (status === MISUNDERSTOOD && types.length < order.types.length)
    return syncOverBridge(bridgeAddress, { ...order, types });
  // A unit that has left gets it when it has pinged again.
  if (status < 300 || status === 404) return;
  throw new AppError('UNAVAILABLE', `The bridge answered with ${status}`);
}

/** Makes the bridge that holds the unit send it that a report was handled. Throws UNAVAILABLE if the bridge does not answer. */
export async function handledOverBridge(bridgeAddress: string, report: HandledReport): Promise<void> {
  const status = await post(bridgeAddress, '/handled', report);
  // The unit has left, or started again. It does not wait any more.
  if (status < 300 || status === 404) return;
  throw new AppError('UNAVAILABLE', `The bridge answered with ${status}`);
}

/** The status of the bridge's answer. Throws UNAVAILABLE if there is none. */
async function post(bridgeAddress: string, path: string, content: object): Promise<number> {
  const { bridgeCommandSecret } = BridgeSecret.parse(await secret('BRIDGE_SECRET'));
  const body = JSON.stringify(content);
  const response = await fetch(`${bridgeAddress}${path}`, {
    method: 'POST',
    headers: signedHeaders(bridgeCommandSecret, { method: 'POST', path, body }, Date.now()),
    body,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    logger.warn('A bridge does not answer', { bridgeAddress, error: error as Error });
    throw new AppError('UNAVAILABLE', UNABLE_TO_CONNECT);
  });
  return response.status;
}
