import { chakra } from '@chakra-ui/react';

/** The first stop of the Tab key: skips the navigation. */
export const SkipLink = () => (
  <chakra.button
    type="button"
    onClick={() => document.getElementById('content')?.focus()}
    position="fixed"
    top="2"
    left="2"
    zIndex="skipNav"
    px="3"
    py="2"
    borderRadius="l2"
    bg="accent.solid"
    color="accent.contrast"
    fontWeight="600"
    transform="translateY(-200%)"
    _focusVisible={{ transform: 'none' }}
  >
    Skip to the page
  </chakra.button>
);
