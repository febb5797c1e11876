import { type RefObject, useLayoutEffect } from 'react';

const STOPS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** Takes the controls that columns draw in a row out of the tab order while the row is not the active one. */
export function useTabStops(row: RefObject<HTMLElement | null>, active: boolean) {
  useLayoutEffect(() => {
    const element = row.current;
    if (active || !element) return;
    const parked = new Set<HTMLElement>();
    const park = () => {
      for (const control of element.querySelectorAll<HTMLElement>(STOPS)) {
        if (control.tabIndex < 0) continue;
        control.tabIndex = -1;
        parked.add(control);
      }
    };
    park();
    // A cell can draw other controls without its row.
    const observer = new MutationObserver(park);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['tabindex', 'href'] });
    return () => {
      observer.disconnect();
      for (const control of parked) control.tabIndex = 0;
    };
  }, [row, active]);
}
