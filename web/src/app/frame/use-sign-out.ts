import { useStable } from '#web/components/hooks/use-stable.ts';
import { useAskToLeave } from '#web/components/unsaved/leave-guard.tsx';
import { signOut } from '#web/lib/session/sign-out.ts';

/** Signs out; asks first if that would lose unsaved work. */
export function useSignOut(): () => void {
  const askToLeave = useAskToLeave();
  return useStable(async () => {
    if (await askToLeave()) signOut();
  });
}
