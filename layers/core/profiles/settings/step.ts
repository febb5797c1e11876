import type { NumberType } from './setting.ts';

/** Why a stepper refuses a number; undefined if it takes it [P2-M47 P2-M48]. */
export function boundIssue({ minimum, maximum }: Pick<NumberType, 'minimum' | 'maximum'>, value: number) {
  if (value > maximum) return `Value must be ${maximum} or smaller`;
  if (value < minimum) return `Value must be ${minimum} or bigger`;
  return undefined;
}

/** One press of a stepper: the next value, or why there is none. */
export function stepped(type: NumberType, value: number, direction: 1 | -1): { value: number } | { issue: string } {
  const next = value + direction * type.step;
  const issue = boundIssue(type, next);
  return issue === undefined ? { value: next } : { issue };
}

/** Why the number is none that a stepper reaches from its lower bound; undefined if it is one. */
export function stepIssue(type: NumberType, value: number): string | undefined {
  if (!Number.isSafeInteger(value)) return 'Enter a whole number';
  const issue = boundIssue(type, value);
  if (issue !== undefined || (value - type.minimum) % type.step === 0) return issue;
  return `Value must be ${type.minimum} or steps of ${type.step} above it`;
}
