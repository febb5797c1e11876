import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

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
