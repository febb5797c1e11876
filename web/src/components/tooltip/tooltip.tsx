import { Tooltip as ChakraTooltip, Portal, useTooltip } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

/** Milliseconds that the pointer rests before a tooltip opens, and is away before it closes (portal-2 section 8, portal-3 section 9). */
const HINT_DELAY = { open: 1500, close: 500 } as const;
/** For an answer that people look for at once: why a control is disabled, the exact time. */
export const PROMPT_DELAY = { open: 200, close: 200 } as const;

export interface TooltipProps {
  /** Nothing opens while it is empty. */
  content: ReactNode;
  /** One element that takes a ref, an id, pointer and focus handlers; or a function that makes it, for a control that opens it itself. */
  children: ReactElement | ((open: () => void) => ReactElement);
  /** The time that the pointer must rest; focus opens the tooltip at once. */
  delay?: { readonly open: number; readonly close: number };
}

/** A short text beside its control. Opens on hover and focus, stays under the pointer, closes on Escape (WCAG 1.4.13). */
export function Tooltip({ content, children, delay = HINT_DELAY }: TooltipProps) {
  const opensItself = typeof children === 'function';
  // Not controlled by a state of ours: a controlled tooltip opens a render late, and is lost when focus moves on before that.
  const tooltip = useTooltip({
    openDelay: delay.open,
    closeDelay: delay.close,
    disabled: !content,
    interactive: true,
    closeOnClick: !opensItself,
    closeOnPointerDown: !opensItself,
    // Focus by keyboard often scrolls its control into view.
    closeOnScroll: false,
    positioning: { placement: 'top', gutter: 6, hideWhenDetached: true },
  });
  return (
    <ChakraTooltip.RootProvider value={tooltip} lazyMount unmountOnExit>
      <ChakraTooltip.Trigger asChild>
        {opensItself ? children(() => tooltip.setOpen(true)) : children}
      </ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{content}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.RootProvider>
  );
}
