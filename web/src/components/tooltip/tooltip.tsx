import { Tooltip as ChakraTooltip, Portal } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

/** Milliseconds that the pointer rests before a tooltip opens, and is away before it closes (portal-2 section 8, portal-3 section 9). */
const HINT_DELAY = { open: 1500, close: 500 } as const;
/** For an answer that people look for at once: why a control is disabled, the exact time. */
export const PROMPT_DELAY = { open: 200, close: 200 } as const;

export interface TooltipProps
  extends Pick<ChakraTooltip.RootProps, 'open' | 'onOpenChange' | 'closeOnClick' | 'closeOnPointerDown'> {
  /** Nothing opens while it is empty. */
  content: ReactNode;
  /** One element that takes a ref, an id, pointer and focus handlers. */
  children: ReactElement;
  /** How long the pointer rests; focus opens at once. */
  delay?: { readonly open: number; readonly close: number };
}

/** A short text beside its control. Opens on hover and focus, stays under the pointer, closes on Escape (WCAG 1.4.13). */
export const Tooltip = ({ content, children, delay = HINT_DELAY, ...root }: TooltipProps) => (
  <ChakraTooltip.Root
    {...root}
    openDelay={delay.open}
    closeDelay={delay.close}
    disabled={!content}
    interactive
    // Focus by keyboard often scrolls its control into view.
    closeOnScroll={false}
    positioning={{ placement: 'top', gutter: 6, hideWhenDetached: true }}
    lazyMount
    unmountOnExit
  >
    <ChakraTooltip.Trigger asChild>{children}</ChakraTooltip.Trigger>
    <Portal>
      <ChakraTooltip.Positioner>
        <ChakraTooltip.Content>{content}</ChakraTooltip.Content>
      </ChakraTooltip.Positioner>
    </Portal>
  </ChakraTooltip.Root>
);
