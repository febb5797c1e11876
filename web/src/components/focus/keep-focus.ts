import { focusHeadingAt, focusInsteadAt, focusOn, focusRowAt, isRow, type Place } from './places.ts';

/** Milliseconds in which a form or a closing dialog sets the focus itself. */
const SETTLE_MS = 60;
/** A question over a form over a menu of a row takes three. */
const KEPT_VISITS = 12;
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

interface Visit {
  element: HTMLElement;
  pathname: string;
}

/**
 * Keeps the place of the keyboard on the page. The focused part can be removed (a deleted row, a closed panel) or disabled (a button whose call
 * runs). The focus then goes to the next row of the list, to what stands there instead, to the control that opened the part, or to the
 * heading of the list. Another page begins anew. Returns what ends the keeping.
 */
export function keepFocus(): () => void {
  let visits: Visit[] = [];
  const places = new WeakMap<Node, Place>();
  let disabled: HTMLElement | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;

  const placeOf = (lost: Node): Place | undefined => {
    const place = places.get(lost.getRootNode());
    return place && !place.parent.isConnected ? placeOf(place.parent) : place;
  };

  const visit = ({ target }: FocusEvent) => {
    disabled = undefined;
    if (!(target instanceof HTMLElement)) return;
    const others = visits.filter(({ element }) => element !== target);
    visits = [...others, { element: target, pathname: location.pathname }].slice(-KEPT_VISITS);
  };
  // A click beside every control leaves the place of the keyboard.
  const leave = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest('a, button, input, select, textarea, label, [tabindex]'))
      visits = [];
  };

  const settle = () => {
    if (hasFocus()) return;
    const here = visits.filter(({ pathname }) => pathname === location.pathname).map(({ element }) => element);
    const lost = here.at(-1);
    if (!lost || lost.isConnected) return;
    let heading: Place | undefined;
    for (const element of here.reverse()) {
      if (focusOn(element)) return;
      const place = element.isConnected || isOfOverlay(element) ? undefined : placeOf(element);
      if (!place) continue;
      heading ??= place;
      if (focusRowAt(place) || focusInsteadAt(place)) return;
      if (isRow(place)) break;
    }
    if (heading) focusHeadingAt(heading);
  };

  const observer = new MutationObserver((records) => {
    let isRemoved = false;
    for (const record of records) {
      if (record.type === 'attributes') {
        const button = record.target as HTMLElement;
        if (!button.hasAttribute('disabled')) {
          if (button === disabled && !hasFocus()) button.focus();
        } else if (button === document.activeElement) disabled = button;
      }
      for (const node of record.removedNodes) {
        isRemoved = true;
        places.set(node, {
          parent: record.target,
          next: record.nextSibling,
          previous: record.previousSibling,
          added: records.filter(({ target }) => target === record.target).flatMap(({ addedNodes }) => [...addedNodes]),
        });
      }
    }
    if (!isRemoved || hasFocus()) return;
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLE_MS);
  });

  document.addEventListener('focusin', visit);
  document.addEventListener('pointerdown', leave);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', visit);
    document.removeEventListener('pointerdown', leave);
    observer.disconnect();
    clearTimeout(settling);
  };
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;
const isOfOverlay = (element: Element) => element.closest(OVERLAYS) !== null;
