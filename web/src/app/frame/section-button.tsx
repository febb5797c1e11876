import { chakra } from '@chakra-ui/react';

/** Opens and closes a section of the side navigation. */
export const SectionButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    w: 'full',
    h: '8',
    px: '2.5',
    borderRadius: 'l2',
    textStyle: 'xs',
    fontWeight: '600',
    color: 'fg.muted',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { color: 'fg' },
    '& svg': { transition: 'transform 100ms', opacity: 0.7 },
    '&[aria-expanded=true] svg': { transform: 'rotate(90deg)' },
  },
});
