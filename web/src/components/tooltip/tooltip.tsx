import { Box, Portal } from '@chakra-ui/react';
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeTooltip, type TooltipPosition } from './tooltip-position.ts';

/** How long the pointer rests before a tooltip opens, and is gone before it closes (portal-2 section 8, portal-3 section 9). */
export const HINT_DELAY = { open: 1500, close: 500 } as const;
/** For what a person is looking for right now: why something is disabled, the exact time. */
export const PROMPT_DELAY = { open: 200, close: 200 } as const;

interface TriggerProps {
  ref?: React.Ref<HTMLElement>;
  onPointerEnter?: (event: React.PointerEvent) => void;
  onPointerLeave?: (event: React.PointerEvent) => void;
  onPointerDown?: (event: React.PointerEvent) => void;
  onFocus?: (event: React.FocusEvent) => void;
  onBlur?: (event: React.FocusEvent) => void;
  'aria-describedby'?: string;
}

export interface TooltipProps {
  /** Nothing is shown where it is empty. */
  content: ReactNode;
  /** One element that takes a ref, pointer and focus handlers. */
  children: ReactElement;
  /** Milliseconds; the pointer's rest before opening is {@link HINT_DELAY} when omitted. Focus opens at once. */
  delay?: { readonly open: number; readonly close: number };
  /** Whether pressing closes it; false where the press itself is what the tooltip explains. */
  closeOnPress?: boolean;
}

/** A short text beside what it explains. Opens on hover and focus, stays while pointed at, closes on Escape (WCAG 1.4.13). */
export function Tooltip({ content, children, delay = HINT_DELAY, closeOnPress = true }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const trigger = children as ReactElement<TriggerProps>;
  const shown = open && Boolean(content);

  const schedule = (next: boolean, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), wait);
  };
  const now = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const own = trigger.props;
  return (
    <>
      {cloneElement(trigger, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          anchor.current = event.currentTarget as HTMLElement;
          if (event.pointerType !== 'touch') schedule(true, delay.open);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          if (event.pointerType !== 'touch') schedule(false, delay.close);
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          anchor.current = event.currentTarget as HTMLElement;
          if (closeOnPress) now(false);
          else now(true);
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          anchor.current = event.currentTarget as HTMLElement;
          if (event.currentTarget.matches(':focus-visible')) now(true);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          now(false);
        },
        'aria-describedby': [own['aria-describedby'], shown && id].filter(Boolean).join(' ') || undefined,
      })}
      {shown && (
        <TooltipBubble
          id={id}
          anchor={anchor.current}
          onClose={() => now(false)}
          onPointerEnter={() => schedule(true, 0)}
          onPointerLeave={() => schedule(false, delay.close)}
        >
          {content}
        </TooltipBubble>
      )}
    </>
  );
}

interface TooltipBubbleProps {
  id: string;
  anchor: HTMLElement | null;
  children: ReactNode;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

function TooltipBubble({ id, anchor, children, onClose, ...pointer }: TooltipBubbleProps) {
  const [position, setPosition] = useState<TooltipPosition>();
  const bubble = useRef<HTMLDivElement>(null);

  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const place = () => {
      if (!anchor || !bubble.current) return;
      const box = anchor.getBoundingClientRect();
      if (box.bottom < 0 || box.top > innerHeight) return close.current();
      const { width, height } = bubble.current.getBoundingClientRect();
      setPosition(placeTooltip(box, { width, height }, { width: innerWidth, height: innerHeight }));
    };
    place();
    // Focus by keyboard often scrolls what it lands on into view: the tooltip goes with it.
    document.addEventListener('scroll', place, true);
    return () => document.removeEventListener('scroll', place, true);
  }, [anchor]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close.current();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);

  return (
    <Portal>
      <Box
        ref={bubble}
        id={id}
        role="tooltip"
        position="fixed"
        left={`${position?.left ?? 0}px`}
        top={`${position?.top ?? 0}px`}
        visibility={position ? 'visible' : 'hidden'}
        zIndex="tooltip"
        maxW="min(20rem, calc(100vw - 1rem))"
        px="2.5"
        py="1.5"
        borderRadius="l2"
        bg="bg.inverted"
        color="fg.inverted"
        textStyle="xs"
        pointerEvents="auto"
        {...pointer}
      >
        {children}
      </Box>
    </Portal>
  );
}
