import { Flex, type FlexProps } from '@chakra-ui/react';

/** Controls that take one line: on a phone it scrolls sideways, elsewhere it wraps. No control is wider than the line. The room around them is for the mark of the focus. */
export const ScrollLine = (props: FlexProps) => (
  <Flex
    gap="1.5"
    align="center"
    minW="0"
    wrap={{ base: 'nowrap', md: 'wrap' }}
    overflowX={{ base: 'auto', md: 'visible' }}
    overflowY={{ base: 'hidden', md: 'visible' }}
    m={{ base: '-1', md: '0' }}
    p={{ base: '1', md: '0' }}
    css={{ '& > *': { flexShrink: { base: 0, md: 1 }, maxWidth: '100%' } }}
    scrollbarWidth="none"
    {...props}
  />
);
