import { Box, Flex, Skeleton } from '@chakra-ui/react';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { screenAt } from '../route-table.ts';
import { SCREENS } from '../routes.ts';
import { BAR_HEIGHT, NAVIGATION_WIDTH } from './measures.ts';

/** The frame while the user loads. */
export const FrameSkeleton = () => (
  <Flex h="100dvh" overflow="hidden">
    <Flex
      hideBelow="lg"
      direction="column"
      gap="4"
      w={NAVIGATION_WIDTH}
      p="4"
      bg="bg.subtle"
      borderRightWidth="1px"
      aria-hidden
    >
      <Skeleton h="6" w="8rem" mb="4" />
      {['60%', '44%', '72%', '52%', '64%'].map((width) => (
        <Skeleton key={width} h="3" w={width} />
      ))}
    </Flex>
    <Box flex="1">
      <Flex h={BAR_HEIGHT} px="6" align="center" borderBottomWidth="1px" aria-hidden>
        <Skeleton h="3" w="10rem" />
      </Flex>
      <Box p={{ base: '4', md: '6' }}>
        <PageSkeleton shape={screenAt(SCREENS, window.location.pathname)?.shape ?? 'list'} />
      </Box>
    </Box>
  </Flex>
);
