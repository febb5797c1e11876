import { createContext, useContext, useEffect } from 'react';
import { isLeaving } from '../form/leaving.ts';
import { useStable } from '../hooks/use-stable.ts';

/** Changes that are not saved. */
interface UnsavedWork {
  /** A sentence that says what would be lost. */
  lost: () => string;
}

/** The unsaved work of a page or of a dialog. */
export type UnsavedScope = Set<UnsavedWork>;

const LOST = 'What you changed here is not saved and will be lost.';

const pageWork: UnsavedScope = new Set();

/** The dialog around a form. */
export const DialogWork = createContext<UnsavedScope | undefined>(undefined);

/** While `active`, the dialog around it asks before it closes, and the page before it is left. */
export function useUnsaved(active: boolean, lost: string | (() => string) = LOST): void {
  const dialogWork = useContext(DialogWork);
  const sentence = useStable(() => (typeof lost === 'string' ? lost : lost()));
  useEffect(() => {
    if (!active) return;
    const work = { lost: sentence };
    dialogWork?.add(work);
    addToPage(work);
    return () => {
      dialogWork?.delete(work);
      removeFromPage(work);
    };
  }, [active, dialogWork, sentence]);
}

/** What would be lost; undefined if everything is saved. */
export const lossOf = (scope: UnsavedScope): string | undefined =>
  scope.size === 0 ? undefined : [...new Set([...scope].map(({ lost }) => lost()))].join(' ');

/** Forgets the work: closing may change the address, which must not ask again. */
export function abandon(scope: UnsavedScope): void {
  for (const work of scope) removeFromPage(work);
  scope.clear();
}

export const lossOfPage = () => lossOf(pageWork);

/** Names the changed fields: `Not saved: Name and Phone.` */
export function lossOfFields(labels: readonly string[]): string {
  if (labels.length === 0) return LOST;
  return `Not saved: ${new Intl.ListFormat('en').format(labels)}.`;
}

function addToPage(work: UnsavedWork) {
  if (pageWork.size === 0) window.addEventListener('beforeunload', warn);
  pageWork.add(work);
}

function removeFromPage(work: UnsavedWork) {
  pageWork.delete(work);
  if (pageWork.size === 0) window.removeEventListener('beforeunload', warn);
}

function warn(event: BeforeUnloadEvent) {
  // Staying keeps nothing: typed values end with their session.
  if (!isLeaving()) event.preventDefault();
}
