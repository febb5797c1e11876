import { z } from 'zod';
import { MESSAGE_TYPES } from '#core/unit-messages/common-reports.ts';

// The bodies of requests to a bridge's command port.

function text(longest: number) {
  const error = `must be a text of 1 to ${longest} characters`;
  return z.string(error).min(1, error).max(longest, error);
}

const wholeNumber = z.int('must be a whole number from 0').min(0, 'must be a whole number from 0');
const argument = z.union([z.string(), z.int(), z.boolean()], 'must be a text, a whole number, true or false');
const serialNumber = text(12);

/** `POST /commands`. */
export const UnitCommand = z.object({
  commandId: text(64),
  UnitSerNum: serialNumber,
  command: text(40),
  arguments: z.record(z.string(), argument, 'must be an object').default({}),
  /** Milliseconds UTC; the unit does not begin the command after it. */
  expiresAt: wholeNumber,
});
export type UnitCommand = z.infer<typeof UnitCommand>;

/** `POST /sync`: the unit has pinged and something waits for it. Says what it can take at this ping. */
export const SyncOrder = z.object({
  UnitSerNum: serialNumber,
  configuration: z.boolean('must be true or false'),
  types: z.array(z.enum(MESSAGE_TYPES)),
});
export type SyncOrder = z.infer<typeof SyncOrder>;

/** `POST /handled`: a person has acted upon a report. `handledAt` in milliseconds UTC. */
export const HandledReport = z.object({
  UnitSerNum: serialNumber,
  bootId: wholeNumber,
  sequence: wholeNumber,
  handledAt: wholeNumber,
  handledBy: text(60).optional(),
});
export type HandledReport = z.infer<typeof HandledReport>;

/** `POST /superseded`. Says that a bridge holds a unit: of two claims, the one with the higher fence is the newer. */
export const Claim = z.object({ UnitSerNum: serialNumber, fence: wholeNumber });
export type Claim = z.infer<typeof Claim>;
