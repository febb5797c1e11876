import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useConfirm } from '../dialog/confirm-provider.tsx';
import { isLeaving } from './leaving.ts';

const LOST = 'What you changed here is not saved and will be lost.';

const question = (consequence: string) =>
  ({ title: 'Leave without saving?', consequence, actionLabel: 'Leave', cancelLabel: 'Stay', tone: 'danger' }) as const;

/** The number of active guards on this page. */
let guards = 0;

interface LeaveGuardOptions {
  consequence?: string;
  /** `path`: the page keeps what it has in its other tabs and searches. `address`: it does not, so any other address counts as leaving. */
  of?: 'path' | 'address';
}

/**
 * While `active`, asks before the page is left, with the choices Stay and Leave. Closing the tab shows the browser's own question.
 * Needs a data router.
 */
export function useLeaveGuard(active: boolean, { consequence = LOST, of = 'path' }: LeaveGuardOptions = {}): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      active && (here.pathname !== next.pathname || (of === 'address' && here.search !== next.search)),
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
