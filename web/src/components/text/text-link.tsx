import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';

/** A link inside text or among facts, where its place does not show that it is one. */
export const TextLink = chakra(Link, {
  base: {
    color: 'accent.fg',
    fontWeight: '600',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    _hover: { textDecoration: 'underline' },
  },
});
