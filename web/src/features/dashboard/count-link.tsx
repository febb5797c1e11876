import { chakra } from '@chakra-ui/react';

/** A number of units that leads to their list. */
export const CountLink = chakra('a', {
  base: {
    display: 'inline-flex',
    gap: '2',
    px: '2',
    py: '0.5',
    borderWidth: '1px',
    borderRadius: 'full',
    textStyle: 'xs',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.muted' },
  },
});
