import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** Right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of a tab. */
export function Panel({ title, aside, children }: PanelProps) {
  return (
    <chakra.section aria-label={title} borderWidth="1px" borderRadius="l3" bg="bg.panel" px="4" py="3.5">
      <Flex align="center" justify="space-between" gap="3" mb="3">
        <chakra.h2 textStyle="sectionTitle">{title}</chakra.h2>
        {aside}
      </Flex>
      {children}
    </chakra.section>
  );
}
