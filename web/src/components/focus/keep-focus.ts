import { focusHeadingAt, focusInsteadAt, focusOn, focusRowAt, isRow, type Place } from './places.ts';

/** Milliseconds in which a form or a closing dialog sets the focus itself. */
const SETTLE_MS = 60;
/** A question over a form over a menu of a row takes three. */
const KEPT_VISITS = 12;
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';
const TEXT_FIELDS = 'input, textarea, [contenteditable]';

interface Visit {
  element: HTMLElement;
  pathname: string;
}

/**
 * Keeps the place of the keyboard on the page. The focused part can be removed (a deleted row, a closed panel) or disabled (a button whose call
 * runs). The focus then goes to the next row of the list, to what is there instead, to the control that opened the part, or to the heading of
 * the list. A change of page forgets the place. Returns what ends the keeping.
 */
export function keepFocus(): () => void {
  let visits: Visit[] = [];
  const places = new WeakMap<Node, Place>();
  let disabled: HTMLElement | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let lastInput: 'keyboard' | 'pointer' = 'pointer';
  let ignoresRepeats = false;

  const placeOf = (lost: Node): Place | undefined => {
    const place = places.get(lost.getRootNode());
    return place && !place.parent.isConnected ? placeOf(place.parent) : place;
  };
  const forget = () => {
    visits = [];
    disabled = undefined;
  };
  /** A click does not move the page under the pointer. A key that is held down does not act on what has the focus now. */
  const moved = () => {
    ignoresRepeats = true;
    if (lastInput === 'keyboard') document.activeElement?.scrollIntoView({ block: 'nearest' });
  };

  const visit = ({ target }: FocusEvent) => {
    disabled = undefined;
    if (!(target instanceof HTMLElement)) return;
    const others = visits.filter(({ element }) => element !== target);
    visits = [...others, { element: target, pathname: location.pathname }].slice(-KEPT_VISITS);
  };
  // Who takes the focus from a control and puts it nowhere has left the place. A window in the background keeps its place.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    setTimeout(() => {
      const isUsable = target.isConnected && target.checkVisibility() && !target.matches(':disabled');
      if (isUsable && document.hasFocus() && !hasFocus() && !isOfOverlay(target)) forget();
    }, SETTLE_MS);
  };
  // So does a click beside every control.
  const point = ({ target }: PointerEvent) => {
    lastInput = 'pointer';
    if (target instanceof Element && !target.closest('a, button, input, select, textarea, label, [tabindex]')) forget();
  };
  const press = (event: KeyboardEvent) => {
    lastInput = 'keyboard';
    ignoresRepeats &&= event.repeat;
    if (ignoresRepeats) event.preventDefault();
  };

  const settle = () => {
    if (hasFocus()) return;
    const here = visits.filter(({ pathname }) => pathname === location.pathname).map(({ element }) => element);
    const lost = here.at(-1);
    if (!lost || lost.isConnected) return;
    const asText = lost.matches(TEXT_FIELDS);
    let heading: Place | undefined;
    for (const element of here.reverse()) {
      if (focusOn(element)) return moved();
      const place = element.isConnected || isOfOverlay(element) ? undefined : placeOf(element);
      if (!place) continue;
      heading ??= place;
      if (focusRowAt(place) || focusInsteadAt(place, { asText })) return moved();
      if (isRow(place)) break;
    }
    if (heading && focusHeadingAt(heading)) moved();
  };

  const observer = new MutationObserver((records) => {
    let isRemoved = false;
    const ofTarget = Map.groupBy(records, ({ target }) => target);
    for (const record of records) {
      if (record.type === 'attributes') {
        const button = record.target as HTMLElement;
        if (!button.hasAttribute('disabled')) {
          if (button === disabled && !hasFocus() && focusOn(button)) moved();
        } else if (button === document.activeElement) disabled = button;
      }
      const { target, nextSibling: next, previousSibling: previous } = record;
      for (const node of record.removedNodes) {
        isRemoved = true;
        places.set(node, { parent: target, next, previous, changes: ofTarget.get(target)! });
      }
    }
    if (!isRemoved || hasFocus()) return;
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLE_MS);
  });

  document.addEventListener('focusin', visit);
  document.addEventListener('focusout', leave);
  document.addEventListener('pointerdown', point);
  document.addEventListener('keydown', press, { capture: true });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', visit);
    document.removeEventListener('focusout', leave);
    document.removeEventListener('pointerdown', point);
    document.removeEventListener('keydown', press, { capture: true });
    observer.disconnect();
    clearTimeout(settling);
  };
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;
const isOfOverlay = (element: Element) => element.closest(OVERLAYS) !== null;
