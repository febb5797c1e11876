import { chakra } from '@chakra-ui/react';
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

interface SimStateBadgeProps {
  state: number | undefined;
  look?: 'badge' | 'plain';
  /** The unit uses this SIM, so a SIM that is switched off cuts the unit off. */
  inUse?: boolean;
}

/** The state of a SIM, in the words for this user. */
export function SimStateBadge({ state, look = 'badge', inUse = false }: SimStateBadgeProps) {
  const engineer = useSession().has('ENGINEER');
  const known = SimState.safeParse(state).data;
  if (known === undefined) return <StatusBadge tone="muted" label="Unknown" look={look} />;
  return (
    <StatusBadge
      tone={TONES[known] ?? (inUse ? 'danger' : 'muted')}
      label={simStateLabel(known, { engineer })}
      look={look}
    />
  );
}

/** Marks the SIM that the unit uses, whatever state it is in. */
export const InUse = () => (
  <chakra.span textStyle="xs" color="accent.fg" fontWeight="600">
    In use
  </chakra.span>
);
