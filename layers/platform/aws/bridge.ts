import { z } from 'zod';
import { UNABLE_TO_CONNECT } from '#core/consoles/messages.ts';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import type { UnitCommand } from '#protocol/command-port.ts';
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
  const { bridgeCommandSecret } = BridgeSecret.parse(await secret('BRIDGE_SECRET'));
  const path = '/commands';
  const body = JSON.stringify(command);
  const response = await fetch(`${bridgeAddress}${path}`, {
    method: 'POST',
    headers: signedHeaders(bridgeCommandSecret, { method: 'POST', path, body }, Date.now()),
    body,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    logger.warn('A bridge does not answer', { bridgeAddress, error: error as Error });
    throw new AppError('UNAVAILABLE', UNABLE_TO_CONNECT);
  });
  if (response.ok) return;
  logger.warn('A bridge refused a command', { bridgeAddress, status: response.status, command: command.command });
  if (response.status === 429)
    throw new AppError('TOO_MANY', 'Too many commands wait for the unit. Try again in a moment');
  throw new AppError('UNAVAILABLE', UNABLE_TO_CONNECT);
}
