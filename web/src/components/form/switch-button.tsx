import { chakra } from '@chakra-ui/react';

/**
 * The look of a switch on a button with `role="switch"`, a span for the thumb, and its words. A button rather than a checkbox: it
 * shows what is so, also while a question is open and after the answer was no.
 */
export const SwitchButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: '6',
    verticalAlign: 'middle',
    borderRadius: 'full',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    '& [data-thumb]': {
      position: 'relative',
      flexShrink: '0',
      w: '8',
      h: '4',
      borderRadius: 'full',
      bg: 'border.emphasized',
      transition: 'background 100ms',
    },
    '& [data-thumb]::after': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '2px',
      boxSize: '3',
      borderRadius: 'full',
      bg: 'white',
      transition: 'transform 100ms',
    },
    '&[aria-checked=true] [data-thumb]': { bg: 'accent.solid' },
    '&[aria-checked=true] [data-thumb]::after': { transform: 'translateX(16px)', bg: 'accent.contrast' },
    '&[aria-disabled=true]': { cursor: 'not-allowed' },
    '&[aria-disabled=true] [data-thumb]': { opacity: 0.55 },
  },
});
