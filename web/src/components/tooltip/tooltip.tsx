import { Tooltip as ChakraTooltip, Portal, useTooltip } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

/** Milliseconds that the pointer rests before a tooltip opens, and is away before it closes [P2-K16 P2-K17 P3-K49 P3-K50]. */
const DELAY = { open: 1500, close: 500 } as const;

export interface TooltipProps {
  /** Nothing opens while it is empty. */
  content: ReactNode;
  /** One element that takes a ref, an id, pointer and focus handlers; or a function that makes it, for a control that opens it itself. */
  children: ReactElement | ((open: () => void) => ReactElement);
}

/** A short text beside its control. Opens after a rest of the pointer and at once on focus, closes on Escape (WCAG 1.4.13). */
export function Tooltip({ content, children }: TooltipProps) {
  const opensItself = typeof children === 'function';
  // Not controlled by a state of ours: a controlled tooltip opens a render late, and is lost when focus moves on before that.
  const tooltip = useTooltip({
    openDelay: DELAY.open,
    closeDelay: DELAY.close,
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
