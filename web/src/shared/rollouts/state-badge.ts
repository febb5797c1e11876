import { ROLLOUT_STATE_WORDS, type RolloutState } from '#core/rollouts/rollout.ts';
import type { Tone } from '#web/components/status/tones.ts';

const TONES: Readonly<Record<RolloutState, Tone>> = {
  proposed: 'notice',
  running: 'notice',
  paused: 'warning',
  ending: 'notice',
  ended: 'muted',
  rollingBack: 'warning',
  awaitingUnits: 'warning',
  rolledBack: 'muted',
  finished: 'ok',
};

export const stateBadge = (state: RolloutState): { tone: Tone; label: string } => ({
  tone: TONES[state],
  label: ROLLOUT_STATE_WORDS[state],
});
