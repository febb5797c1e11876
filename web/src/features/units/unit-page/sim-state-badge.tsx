import { SIM_STATE, SimState, simStateLabel } from '#core/sims/sim-state.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { useSession } from '#web/lib/session/session.tsx';

const TONES: Partial<Record<SimState, Tone>> = {
  [SIM_STATE.activated]: 'ok',
  [SIM_STATE.pendingActivation]: 'warning',
  [SIM_STATE.provisioningVoice]: 'warning',
  [SIM_STATE.testReady]: 'notice',
  [SIM_STATE.activationReady]: 'notice',
};

/** The state of a SIM, in the words for this user. */
export function SimStateBadge({ state, look = 'badge' }: { state: number | undefined; look?: 'badge' | 'plain' }) {
  const engineer = useSession().has('ENGINEER');
  const known = SimState.safeParse(state).data;
  if (known === undefined) return <StatusBadge tone="muted" label="Unknown" look={look} />;
  return <StatusBadge tone={TONES[known] ?? 'muted'} label={simStateLabel(known, { engineer })} look={look} />;
}
