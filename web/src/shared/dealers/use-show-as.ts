import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { useAskToLeave } from '#web/components/unsaved/leave-guard.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { sessionToken } from '#web/lib/session/session-token.ts';
import { switchSession } from '#web/lib/session/switch-session.ts';

export type SwitchBy = 'showAsSubDealer' | 'showAsDealer';

/** Shows the portal as another dealer: keeps the new session's token and reloads the page. A toast reports a failure. */
export function useShowAs(by: SwitchBy) {
  const { trigger, isMutating } = useEndpointMutation(dealerSwitch[by]);
  const askToLeave = useAskToLeave();
  const showAs = async (DealerKey: number) => {
    if (!(await askToLeave())) return;
    const asked = sessionToken();
    const answer = await trigger({ DealerKey });
    if (answer) switchSession(answer.token, asked);
  };
  return { showAs: (DealerKey: number) => void showAs(DealerKey), isSwitching: isMutating };
}
