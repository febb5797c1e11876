import type { Condition } from '#core/units/condition.ts';
import type { Tone } from '#web/components/status/tones.ts';

/** The colours of filters and counts by condition. A single unit has the colour of its most urgent reason. */
export const CONDITION_TONES: Readonly<Record<Condition, Tone>> = {
  silent: 'silent',
  late: 'warning',
  attention: 'warning',
  healthy: 'ok',
  out: 'muted',
};
