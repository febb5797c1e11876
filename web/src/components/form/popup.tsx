import { Box, type BoxProps } from '@chakra-ui/react';
import { useLayoutEffect, useRef } from 'react';

/** Finds an open popup. */
export const OPEN_POPUP = '[popover]';

const GAP = 4;
const HIGHEST = 288;

/**
 * A box below its parent, or above it where that has more room. It is in the browser's top layer, so that no ancestor clips it.
 * Mounted only while it is open.
 */
export function Popup({ minWidth = 0, ...box }: Omit<BoxProps, 'minWidth'> & { minWidth?: number }) {
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) return;
    element.popover = 'manual';
    element.showPopover();
  }, []);
  // After every render, because other options have another height.
  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) return;
    const follow = () => place(element, minWidth);
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  });
  return (
    <Box
      ref={popup}
      position="fixed"
      m="0"
      p="1"
      border="0"
      overflowY="auto"
      borderRadius="l2"
      bg="bg.panel"
      color="fg"
      boxShadow="lg"
      {...box}
    />
  );
}

function place(popup: HTMLElement, minWidth: number) {
  const parent = popup.parentElement;
  if (!parent) return;
  const { top, bottom, left, width } = parent.getBoundingClientRect();
  const roomBelow = window.innerHeight - bottom - 2 * GAP;
  const roomAbove = top - 2 * GAP;
  const wanted = Math.min(HIGHEST, popup.scrollHeight);
  const isBelow = wanted <= roomBelow || roomBelow >= roomAbove;
  const widthOfPopup = Math.min(Math.max(width, minWidth), window.innerWidth - 2 * GAP);
  Object.assign(popup.style, {
    left: `${Math.min(left, window.innerWidth - widthOfPopup - GAP)}px`,
    right: 'auto',
    width: `${widthOfPopup}px`,
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${window.innerHeight - top + GAP}px`,
    maxHeight: `${Math.min(HIGHEST, isBelow ? roomBelow : roomAbove)}px`,
  });
}
