import { chakra, Flex, Heading } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { FlipCard } from '#web/components/page/flip-card.tsx';
import { Waves } from './waves.tsx';

interface LoginLayoutProps {
  title: string;
  /** The card turns over when this changes. */
  side?: string;
  children: ReactNode;
}

/** The layout of the pages before the portal. */
export function LoginLayout({ title, side = 'front', children }: LoginLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Watchkeep`;
  }, [title]);
  return (
    <Flex
      as="main"
      position="relative"
      minH="100dvh"
      direction="column"
      align="center"
      px="5"
      pt={{ base: '12vh', md: 'clamp(2rem, 21vh, 14rem)' }}
      pb="6"
      overflow="hidden"
      isolation="isolate"
    >
      <Waves />
      <Flex align="center" gap="2.5" mb="8" fontSize="1.0625rem" fontWeight="600" letterSpacing="-0.01em">
        <chakra.img src="/mark.svg" width="28px" height="28px" alt="" />
        Watchkeep
      </Flex>
      <FlipCard side={side} direction="column" gap="5" p={{ base: '0', md: '7' }} css={card}>
        <Heading as="h1" textStyle="pageTitle">
          {title}
        </Heading>
        {children}
      </FlipCard>
    </Flex>
  );
}

const card = {
  md: {
    background: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    boxShadow: '0 1px 2px {colors.gray.900/4}',
  },
} as const;
