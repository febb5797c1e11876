import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useConfirm } from '../dialog/confirm-provider.tsx';
import { isLeaving } from './leaving.ts';

const LOST = 'What you changed here is not saved and will be lost.';

const question = (consequence: string) =>
  ({ title: 'Leave without saving?', consequence, actionLabel: 'Leave', cancelLabel: 'Stay', tone: 'danger' }) as const;

/** The number of active guards on this page. */
let guards = 0;

/**
 * While `active`, asks before the page is left, with the choices Stay and Leave. Closing the tab shows the browser's own question.
 * Only a change of path counts as leaving. Needs a data router.
 */
export function useLeaveGuard(active: boolean, consequence = LOST): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  const asking = useRef(false);

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    confirm(question(consequence))
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()))
      .finally(() => {
        asking.current = false;
      });
  }, [blocker, confirm, consequence]);

  useEffect(() => {
    if (!active) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      // Staying keeps nothing: typed values end with their session.
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    guards++;
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      guards--;
    };
  }, [active]);
}

/** Asks before an action that reloads the page later, if a guard is active. Resolves to true if the person leaves. */
export function useAskToLeave(): () => Promise<boolean> {
  const confirm = useConfirm();
  return async () => guards === 0 || confirm(question(LOST));
}
