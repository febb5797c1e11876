import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { TextLink } from '#web/components/text/text-link.tsx';

/** A titled part of the dashboard. */
export const Panel = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <chakra.section aria-label={title}>
    <Flex align="center" justify="space-between" minH="7" mb="2">
      <chakra.h2 textStyle="sectionTitle">{title}</chakra.h2>
      {aside}
    </Flex>
    {children}
  </chakra.section>
);

/** Leads to the list that has what a panel leaves out. */
export const PanelMore = ({ to, children }: { to: string; children: string }) => (
  <TextLink to={to} textStyle="sm">
    {children}
  </TextLink>
);

export const PanelList = chakra('ul', {
  base: {
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'bg.panel',
    overflow: 'hidden',
    '& > li + li': { borderTopWidth: '1px' },
  },
});

export const PanelRow = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    h: { base: '11', md: '9' },
    px: '4',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.muted' },
  },
});
