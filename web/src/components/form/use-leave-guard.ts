import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useConfirm } from '../dialog/confirm-provider.tsx';

/**
 * While `active`, asks before the page is left, with the choices Stay and Leave. Closing the tab asks in the browser's own words.
 * Only a change of path counts as leaving. Needs a data router.
 */
export function useLeaveGuard(
  active: boolean,
  consequence = 'What you changed here is not saved and will be lost.',
): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  const asking = useRef(false);

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    confirm({ title: 'Leave without saving?', consequence, actionLabel: 'Leave', cancelLabel: 'Stay', tone: 'danger' })
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()))
      .finally(() => {
        asking.current = false;
      });
  }, [blocker, confirm, consequence]);

  useEffect(() => {
    if (!active) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [active]);
}
