import type { CommandOutcome } from '#core/unit-messages/session.ts';
import type { Values } from '#core/unit-messages/values.ts';

/** A unit's result for a command. */
export interface Reaction {
  readonly outcome: CommandOutcome;
  readonly text?: string;
  readonly answer?: Values;
  /** Runs after the result is sent, such as a restart. */
  readonly afterwards?: () => void;
}

export const done = (answer: Values = {}): Reaction => ({ outcome: 'done', answer });
/** What would end the call is not done during it (docs/unit-protocol.md, section 5). */
export const IN_CALL: Reaction = { outcome: 'refused', text: 'The unit is in a call' };
export const wrongArgument = (text: string): Reaction => ({ outcome: 'badArgument', text });
export const unknownCommand: Reaction = { outcome: 'unknownCommand', text: 'This unit does not know the command' };

/** The argument as a whole number; undefined if it is outside the bounds. */
export function numberIn(values: Values, name: string, lowest: number, highest: number): number | undefined {
  const value = Number(values[name]);
  return Number.isInteger(value) && value >= lowest && value <= highest ? value : undefined;
}
