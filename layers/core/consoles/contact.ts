import type { ConnectionState } from './line.ts';

/** Whether a unit can be reached, as its header and its console both say it. */
export type Contact = 'online' | 'rebooting' | 'offline';

interface ContactFacts {
  /** The server knows a connection of the unit. */
  connected: boolean;
  /** The state of this tab's console. */
  console: ConnectionState;
  /** The console waits for a unit that reboots. */
  rebooting: boolean;
}

/** A console that is connected or waits for a reboot knows more than the server's last answer. */
export function contactOf({ connected, console, rebooting }: ContactFacts): Contact {
  if (rebooting) return 'rebooting';
  return connected || console === 'connected' ? 'online' : 'offline';
}
