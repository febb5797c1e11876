/** One figure of a benchmark: a ratio or a count, never a bare time. */
export interface Finding {
  /** What was compared with what, in words. */
  name: string;
  value: number;
  unit: 'ratio' | 'KB' | 'read units';
  /** Absent where the figure is only to be known. */
  target?: { atMost: number } | { atLeast: number };
  /** How many single measurements the figure was taken from. */
  samples: number;
  /** What it is made of, for the reader. */
  detail?: string;
}

export type Measure = () => Promise<Finding[]>;

/** Whether the figure is as it should be; what has no target is. */
export function meets({ value, target }: Pick<Finding, 'value' | 'target'>): boolean {
  if (!target) return true;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}

/** `at most 1.5`, `at least 0.5`, or nothing. */
export const targetInWords = ({ target }: Pick<Finding, 'target'>): string => {
  if (!target) return '';
  return 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
};
