import { type RefObject, useLayoutEffect } from 'react';

const STOPS = 'a[href], button, input, select, [tabindex="0"]';

/** Takes the controls that columns draw in a row out of the tab order while the row is not the active one. */
export function useTabStops(row: RefObject<HTMLElement | null>, active: boolean) {
  // After each rendering, because a cell may draw other controls.
  useLayoutEffect(() => {
    if (active || !row.current) return;
    const parked = [...row.current.querySelectorAll<HTMLElement>(STOPS)].filter(({ tabIndex }) => tabIndex >= 0);
    for (const control of parked) control.tabIndex = -1;
    return () => {
      for (const control of parked) control.tabIndex = 0;
    };
  });
}
