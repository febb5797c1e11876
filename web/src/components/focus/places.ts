const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
/** Their children are the rows of a list. */
const LISTS = 'tbody, ul, ol, [role=list], [role=group], [role=listbox]';
const ROWS = 'tr, li, [role=listitem]';
const HEADINGS = 'h1, h2, h3, h4, [role=heading]';

/** Where a part of the page was before it was removed. */
export interface Place {
  parent: Node;
  next: Node | null;
  previous: Node | null;
  /** The changes under the same parent at the same time. What they added takes its place. */
  changes: readonly MutationRecord[];
}

export const isRow = ({ parent }: Place): boolean => parent instanceof Element && parent.matches(LISTS);

/**
 * Focuses the row after the place, else the row before it; the row and no control of it, because what was pressed in the removed row would be
 * pressed in this one. Returns false if the place is not in a list, or the list has no row any more.
 */
export const focusRowAt = (place: Place): boolean =>
  isRow(place) &&
  (firstTaken(place.next, (row) => row.nextSibling) || firstTaken(place.previous, (row) => row.previousSibling));

/**
 * Focuses what is at the place now. In a row this is the row itself: the control that replaces another often does the opposite, and a second
 * Enter must not undo the first. `asText` focuses no control: the person may still be typing, and a space would press a button.
 */
export function focusInsteadAt({ changes, parent }: Place, { asText }: { asText: boolean }): boolean {
  const row = parent instanceof Element ? parent.closest<HTMLElement>(ROWS) : null;
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  return added.some((node) => {
    if (!node.isConnected || !(node instanceof HTMLElement) || !hasFocusable(node)) return false;
    if (row) return focusAsText(row);
    return asText ? focusAsText(node) : focusIn(node);
  });
}

/** Focuses the heading of the part of the page that the place is in. */
export function focusHeadingAt({ parent }: Place): boolean {
  const start = parent instanceof Element ? parent : parent.parentElement;
  for (let part = start; part && part !== document.body; part = part.parentElement) {
    const heading = [...part.querySelectorAll<HTMLElement>(HEADINGS)].find((one) => one.checkVisibility());
    if (heading) return focusAsText(heading);
  }
  return false;
}

/** True if the element got the focus. What is disabled, hidden or behind a dialog gets none. */
export function focusOn(element: HTMLElement): boolean {
  const dialog = [
    ...document.querySelectorAll('[role=dialog][data-state=open], [role=alertdialog][data-state=open]'),
  ].at(-1);
  if (!element.isConnected || (dialog && !dialog.contains(element))) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

const hasFocusable = (node: Element) => node.matches(FOCUSABLE) || node.querySelector(FOCUSABLE) !== null;

function firstTaken(from: Node | null, step: (row: Node) => Node | null): boolean {
  for (let row = from; row; row = step(row))
    if (row instanceof HTMLElement && hasFocusable(row) && focusAsText(row)) return true;
  return false;
}

/** Focuses the node, or the first in it that takes the focus. */
function focusIn(node: HTMLElement): boolean {
  const inside = [...node.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return (node.matches(FOCUSABLE) ? [node, ...inside] : inside).some(focusOn);
}

/** Focuses what is no control, like a heading or a row. */
function focusAsText(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  return focusOn(element);
}
