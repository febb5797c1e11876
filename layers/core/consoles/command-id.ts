import { MINUTE } from '../time.ts';

/** Who gives a command to a unit: a person at a console, or a reminder that is due. */
export type CommandKind = 'console' | 'reminder';

/** The id of a stored command. Only the server makes it. Ids of different kinds never meet. */
export const idOfKind = (kind: CommandKind, unique: string) => `${kind}-${unique}`;

/** A unit that is away for a moment still gets the command. One that comes back later must not act on it. */
export const COMMAND_WAITS_MS = 10 * MINUTE;

/** The most commands that wait for a unit. */
export const MAX_WAITING = 20;

export const isOfKind = (kind: CommandKind, commandId: string) => commandId.startsWith(`${kind}-`);
