import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The layout of a page: its parts stacked. */
export const Page = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" gap="4" p={{ base: '4', md: '6' }} pt={{ base: '3', md: '5' }}>
    {children}
  </Flex>
);
