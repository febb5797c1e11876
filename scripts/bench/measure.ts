/** One figure of a benchmark: a ratio or a count. A time only where the time itself is the promise. */
export interface Finding {
  /** The two sides of the comparison, in words. */
  name: string;
  value: number;
  unit: 'ratio' | 'KB' | 'read units' | 'capacity units' | 'round trips' | 'rows a second' | 'ms' | 'min';
  /** Absent if the figure has no target. */
  target?: { atMost: number } | { atLeast: number };
  /** The number of measurements behind the figure. */
  samples: number;
  /** The figures that it was computed from, for the reader. */
  detail?: string;
}

export type Measure = () => Promise<Finding[]>;

/** True if the figure meets its target, or has none. */
export function meets({ value, target }: Pick<Finding, 'value' | 'target'>): boolean {
  if (!target) return true;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}

/** `at most 1.5`, `at least 0.5`, or nothing. */
export const targetInWords = ({ target }: Pick<Finding, 'target'>): string => {
  if (!target) return '';
  return 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
};
