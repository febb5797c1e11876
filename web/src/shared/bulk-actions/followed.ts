import { useEffect, useSyncExternalStore } from 'react';
import { ownerOf } from '#web/lib/page/recent-units.ts';
import { useSession } from '#web/lib/session/session.tsx';

/** A bulk action that this tab has started or given a command, until its end was announced. */
export interface Followed {
  bchKey: string;
  /** Ends of earlier attempts are not announced. */
  attempt: number;
}

const keyOf = (owner: string) => `watchkeep.followed-bulk-actions.${owner}`;
const listeners = new Set<() => void>();
const read = new Map<string, { text: string | null; followed: readonly Followed[] }>();

/** `followed` with one more, which replaces its earlier attempt. */
export const withFollowed = (followed: readonly Followed[], { bchKey, attempt }: Followed): Followed[] => [
  ...followed.filter((each) => each.bchKey !== bchKey),
  { bchKey, attempt },
];

/** The list that this tab keeps for `owner`. The same text gives the same array, as useSyncExternalStore requires. */
function keptFor(owner: string): readonly Followed[] {
  const text = sessionStorage.getItem(keyOf(owner));
  const known = read.get(owner);
  if (known?.text === text) return known.followed;
  const followed = (JSON.parse(text ?? '[]') as Followed[]) ?? [];
  read.set(owner, { text, followed });
  return followed;
}

function keep(owner: string, followed: readonly Followed[]) {
  sessionStorage.setItem(keyOf(owner), JSON.stringify(followed));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The bulk actions that an open dialog shows. */
const shown = new Set<string>();

export const isShown = (bchKey: string): boolean => shown.has(bchKey);

/** Says that an open dialog shows this bulk action, and so its end too. Undefined: it shows none. */
export function useShown(bchKey: string | undefined): void {
  useEffect(() => {
    if (bchKey === undefined) return;
    shown.add(bchKey);
    return () => {
      shown.delete(bchKey);
    };
  }, [bchKey]);
}

/** The bulk actions whose end this tab announces, on whichever screen the user is then. */
export function useFollowed() {
  const owner = ownerOf(useSession().user);
  return {
    followed: useSyncExternalStore(subscribe, () => keptFor(owner)),
    follow: (one: Followed) => keep(owner, withFollowed(keptFor(owner), one)),
    unfollow: (bchKey: string) =>
      keep(
        owner,
        keptFor(owner).filter((each) => each.bchKey !== bchKey),
      ),
  };
}
