import { z } from 'zod';
import { signedHeaders } from '#bridge/signature.ts';
import { UNABLE_TO_CONNECT } from '#core/consoles/messages.ts';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import { logger } from './observability.ts';
import { secret } from './secret.ts';

const BridgeSecret = z.object({ bridgeCommandSecret: z.string().min(16) });

/** Both are in the same network: what takes longer is not there. */
const PATIENCE = 3 * SECOND;

export interface BridgeCommand {
  commandId: string;
  UnitSerNum: string;
  command: string;
  arguments: Record<string, string | number | boolean>;
  /** Milliseconds; the unit does not begin the command after it. */
  expiresAt: number;
  givenBy?: string;
}

/**
 * Gives a command to the bridge that holds the unit. UNAVAILABLE where it does not hold it any more or does not answer,
 * TOO_MANY where too many commands wait there already.
 */
export async function commandBridge(bridgeAddress: string, command: BridgeCommand): Promise<void> {
  const { bridgeCommandSecret } = BridgeSecret.parse(await secret());
  const body = JSON.stringify(command);
  const response = await fetch(`${bridgeAddress}/commands`, {
    method: 'POST',
    headers: signedHeaders(bridgeCommandSecret, body, Date.now()),
    body,
    signal: AbortSignal.timeout(PATIENCE),
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
