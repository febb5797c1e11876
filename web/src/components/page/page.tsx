import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PageProps {
  /** Ends with a table that scrolls itself: the page is as high as the window, so that only one of them scrolls. */
  endsWithTable?: boolean;
  children: ReactNode;
}

/** The layout of a page: its parts stacked. */
export const Page = ({ endsWithTable = false, children }: PageProps) => (
  <Flex
    direction="column"
    gap="4"
    p={{ base: '4', md: '6' }}
    pt={{ base: '3', md: '5' }}
    {...(endsWithTable && { h: { md: 'full' } })}
  >
    {children}
  </Flex>
);
