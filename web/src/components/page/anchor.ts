import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The anchor of a part of a page, from its title: `#office-address`. */
export const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Props of the element at an anchor. It is shown and focused when the page's address names it. */
export function useAnchor<Part extends HTMLElement>(anchor: string) {
  const ref = useRef<Part>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address can be opened again
  useEffect(() => {
    if (decodeURIComponent(hash) !== `#${anchor}`) return;
    ref.current?.scrollIntoView();
    ref.current?.focus({ preventScroll: true });
  }, [hash, key, anchor]);
  return { ref, id: anchor, tabIndex: -1, outline: '0', scrollMarginTop: '4' } as const;
}
