import type { ConsoleMessage } from '#core/consoles/console-message.ts';

/** True if the unit must be read again, because the server derives more from the report than it contains. */
export const needsReload = (message: ConsoleMessage) =>
  message.event === 'UnitConnected' || message.event === 'UnitDisconnect' || message.event === 'Report';
