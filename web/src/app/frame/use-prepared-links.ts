import { useEffect } from 'react';
import { useKnownAnswers } from '#web/lib/api/use-known-answers.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { prepareScreen } from '../prepare-screen.ts';

/** A pointer that only crosses a link does not stay this long. */
const DWELL_MS = 80;

/** Prepares the screen that a link or a row leads to while the pointer or the focus is on it, and at once when it is pressed. */
export function usePreparedLinks() {
  const session = useSession();
  const isKnown = useKnownAnswers();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const prepare = (link: HTMLAnchorElement) =>
      // Only to have it sooner: the screen itself loads it again where this fails.
      void prepareScreen(link, session, isKnown).catch(() => undefined);
    const consider = ({ type, target }: Event) => {
      clearTimeout(timer);
      const link = linkAt(target);
      if (!link) return;
      if (type === 'pointerdown') prepare(link);
      else timer = setTimeout(() => prepare(link), DWELL_MS);
    };
    const stopping = new AbortController();
    for (const type of ['pointerover', 'focusin', 'pointerdown'])
      document.addEventListener(type, consider, { passive: true, signal: stopping.signal });
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [session, isKnown]);
}

/** The link of this portal that `target` belongs to. A row belongs to the link on its name. */
function linkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  if (!(target instanceof Element)) return undefined;
  const link =
    target.closest<HTMLAnchorElement>('a[href]') ??
    target.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[data-title]');
  return link?.origin === window.location.origin ? link : undefined;
}
