import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useOpenable } from './openable.tsx';

const StyledLink = chakra(Link, {
  base: {
    color: 'accent.fg',
    fontWeight: '600',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    _hover: { textDecoration: 'underline' },
  },
});

/** A link inside text or among facts, where its place does not show that it is one. It is text if the user may not open its address. */
export function TextLink(props: ComponentProps<typeof StyledLink>) {
  const isOpenable = useOpenable();
  if (typeof props.to === 'string' && !isOpenable(props.to)) return <span>{props.children}</span>;
  return <StyledLink {...props} />;
}
