import { AppError } from '#core/errors.ts';
import type { CommandTools } from '#data/kit/area.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { commandBridge } from '../aws/bridge.ts';
import { env } from '../aws/env.ts';

export const commandTools: Omit<CommandTools, 'askedBy'> = {
  dualSimFirmware: () => env('DUAL_SIM_FIRMWARE'),
  async sendCommand({ UnitSerNum, commandId, command, arguments: given, validUntil }) {
    const connection = await unitConnectionStore.get(UnitSerNum, Date.now());
    if (!connection) return;
    const order = { UnitSerNum, commandId, command, arguments: given, expiresAt: validUntil };
    await commandBridge(connection.bridgeAddress, order).catch(unlessItWaits);
  },
};

/** The bridge does not take it now. The next bridge of the unit reads the command from the table. */
function unlessItWaits(error: unknown): void {
  if (!(error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'TOO_MANY'))) throw error;
}
