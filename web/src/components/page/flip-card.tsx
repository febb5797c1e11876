import { Box, Flex, type FlexProps } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

const TURN = { duration: 140, easing: 'ease-out' };

/** A card that turns over when `side` changes, unless the system asks for reduced motion. */
export function FlipCard({ side, ...card }: FlexProps & { side: string }) {
  const face = useRef<HTMLDivElement>(null);
  const shown = useRef(side);
  useEffect(() => {
    if (shown.current === side) return;
    shown.current = side;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    face.current?.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], TURN);
  }, [side]);
  return (
    <Box w="full" maxW="22rem" css={{ perspective: '60rem' }}>
      <Flex ref={face} {...card} />
    </Box>
  );
}
