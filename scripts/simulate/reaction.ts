import type { CommandOutcome } from '#core/unit-messages/session.ts';
import type { Values } from '#core/unit-messages/values.ts';

/** What a unit says to a command when it is done with it. */
export interface Reaction {
  readonly outcome: CommandOutcome;
  readonly text?: string;
  readonly answer?: Values;
  /** What it does when the answer is out, such as to start again. */
  readonly afterwards?: () => void;
}

export const done = (answer: Values = {}): Reaction => ({ outcome: 'done', answer });
export const wrongArgument = (text: string): Reaction => ({ outcome: 'badArgument', text });
export const unknownCommand: Reaction = { outcome: 'unknownCommand', text: 'This unit does not know the command' };

/** The whole number among the arguments, if it lies within the bounds. */
export function numberIn(values: Values, name: string, lowest: number, highest: number): number | undefined {
  const value = Number(values[name]);
  return Number.isInteger(value) && value >= lowest && value <= highest ? value : undefined;
}
