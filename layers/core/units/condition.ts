import { z } from 'zod';

/** The condition of a unit, the worst first. `out`: nobody depends on the unit now. */
export const CONDITIONS = ['silent', 'late', 'attention', 'healthy', 'out'] as const;
export const Condition = z.enum(CONDITIONS);
export type Condition = z.infer<typeof Condition>;

/** The conditions of units on which somebody depends: those with the status assigned. */
export const IN_SERVICE: readonly Condition[] = CONDITIONS.filter((condition) => condition !== 'out');

/** The only words for conditions, in lists, filters, counts and on the page of a unit. */
export const CONDITION_WORDS: Readonly<Record<Condition, string>> = {
  silent: 'Silent',
  late: 'Late',
  attention: 'Needs attention',
  healthy: 'Healthy',
  out: 'Not in service',
};
