import { useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useConfirm } from '../dialog/confirm.ts';
import { lossOfPage } from './unsaved-work.ts';

const question = (consequence: string) =>
  ({
    title: 'Leave without saving?',
    consequence,
    actionLabel: 'Leave',
    cancelLabel: 'Stay',
    severity: 'final',
  }) as const;

type Place = Pick<Location, 'pathname' | 'search'>;

/** True if the address changes. A tab, another unit or a filter is in the search, and can replace what is on the page. */
export const isLeft = (from: Place, to: Place) => from.pathname !== to.pathname || from.search !== to.search;

/**
 * Asks before a page with unsaved work is left by a link or by Back, with the choices Stay and Leave. Mounted once, because a
 * router has one blocker. Closing the browser's tab shows the browser's own question.
 */
export function LeaveGuard() {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isLeft(currentLocation, nextLocation) && lossOfPage() !== undefined,
  );
  const asking = useRef(false);

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    confirm(question(lossOfPage() ?? ''))
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()))
      .finally(() => {
        asking.current = false;
      });
  }, [blocker, confirm]);
  return null;
}

/** Asks before an action that reloads the page, if there is unsaved work. Resolves to true if the person leaves. */
export function useAskToLeave(): () => Promise<boolean> {
  const confirm = useConfirm();
  return async () => {
    const loss = lossOfPage();
    return loss === undefined || confirm(question(loss));
  };
}
