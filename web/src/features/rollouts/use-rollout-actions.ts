import { Check, type LucideIcon, OctagonX, Pause, Play, Undo2 } from 'lucide-react';
import { rollouts } from '#core/rollouts/contract.ts';
import { isPossible, NOT_YOUR_OWN, type RolloutAction } from '#core/rollouts/rollout.ts';
import { ACTIONS } from '#core/severity.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import type { ConfirmRequest } from '#web/components/dialog/confirm-request.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import type { RolloutDetail } from './rollout-page.tsx';

export interface MainAction {
  label: string;
  icon: LucideIcon;
  disabledReason: string | undefined;
  isRunning: boolean;
  run: () => void;
}

interface Words {
  label: string;
  icon: LucideIcon;
  tone?: 'danger';
}

const WORDS: Readonly<Record<RolloutAction, Words>> = {
  approve: { label: 'Approve', icon: Check },
  pause: { label: 'Pause', icon: Pause },
  resume: { label: 'Resume', icon: Play },
  end: { label: 'End rollout', icon: OctagonX, tone: 'danger' },
  rollBack: { label: 'Roll back', icon: Undo2, tone: 'danger' },
};

/** What somebody is asked before an action. A pause is not asked for: it keeps units as they are. */
function questionOf(action: RolloutAction, { plan, version }: RolloutDetail): ConfirmRequest | undefined {
  const first = unitCount(plan.stages[0]!.atMost ?? 0);
  switch (action) {
    case 'pause':
      return undefined;
    case 'approve':
      return {
        title: `Approve ${plan.name}?`,
        consequence: `At most ${first} of the stage ${plan.stages[0]!.name} get ${version} first. Units restart with it at a moment without an alarm or a call.`,
        actionLabel: 'Approve rollout',
        ...ACTIONS.approveRollout,
      };
    case 'resume':
      return {
        title: `Resume ${plan.name}?`,
        consequence: 'You accept the present state of its health. The rollout pauses again if it gets worse.',
        actionLabel: 'Resume rollout',
        ...ACTIONS.resumeRollout,
      };
    case 'end':
      return {
        title: `End ${plan.name}?`,
        consequence: `Units that have ${version} keep it. All others do not get it. An ended rollout cannot be resumed.`,
        actionLabel: 'End rollout',
        ...ACTIONS.endRollout,
      };
    case 'rollBack':
      return {
        title: `Roll back ${plan.name}?`,
        consequence: `Units that have ${version} get the version that they had before. The rollout cannot be resumed.`,
        actionLabel: 'Roll back',
        ...ACTIONS.rollBackRollout,
      };
  }
}

/** What the person can do with a rollout now. `main`: what it waits for, or what stops it. */
export function useRolloutActions(rollout: RolloutDetail): { main: MainAction | undefined; others: ActionItem[] } {
  const confirm = useConfirm();
  const act = useEndpointMutation(rollouts.act, { refreshes: [rollouts.get, rollouts.list, rollouts.units] });
  const { rolloutId, state, revision, mayApprove } = rollout;
  const run = async (action: RolloutAction) => {
    const question = questionOf(action, rollout);
    if (question && !(await confirm(question))) return;
    await act.trigger({ rolloutId, action, revision });
  };
  const main = (['approve', 'pause', 'resume'] as const).find((action) => isPossible(action, state));
  const others = (['rollBack', 'end'] as const).filter((action) => isPossible(action, state));
  return {
    main: main && {
      ...WORDS[main],
      disabledReason: main === 'approve' && !mayApprove ? NOT_YOUR_OWN : undefined,
      isRunning: act.isMutating,
      run: () => void run(main),
    },
    others: others.map((action) => ({ id: action, ...WORDS[action], run: () => void run(action) })),
  };
}
