import { Box, type BoxProps } from '@chakra-ui/react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { FullScreen } from './use-full-screen.ts';

interface ConsoleBoxProps extends BoxProps {
  role: 'complementary' | 'region';
  fullScreen: FullScreen;
}

/**
 * The place of a console on a page. In full screen it covers the page without being drawn anew, so that the console keeps its focus and
 * what is typed into it.
 */
export function ConsoleBox({ role, fullScreen: { isOn, leave }, ...box }: ConsoleBoxProps) {
  const element = useRef<HTMLDivElement>(null);
  useOnlyActive(element, isOn);
  const leaveByKey = (event: KeyboardEvent) => {
    if (isOn && event.key === 'Escape' && !event.defaultPrevented) leave();
  };
  return (
    <Box
      ref={element}
      aria-label="Console"
      {...box}
      role={isOn ? 'dialog' : role}
      aria-modal={isOn || undefined}
      // As of each open dialog: shortcuts of the page behind it rest, and messages leave it uncovered.
      data-state={isOn ? 'open' : undefined}
      onKeyDown={leaveByKey}
      {...(isOn && { position: 'fixed', inset: '0', w: '100vw', h: '100dvh', zIndex: 'overlay', borderWidth: '0' })}
    />
  );
}

/** While `isOn`, nothing else on the page can get the focus. Menus, dialogs and messages are outside the page and can. */
function useOnlyActive(element: RefObject<HTMLElement | null>, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined;
    const others: Element[] = [];
    for (let at = element.current; at?.parentElement && at.parentElement !== document.body; at = at.parentElement)
      others.push(...[...at.parentElement.children].filter((child) => child !== at && !child.hasAttribute('inert')));
    for (const other of others) other.setAttribute('inert', '');
    return () => {
      for (const other of others) other.removeAttribute('inert');
    };
  }, [element, isOn]);
}
