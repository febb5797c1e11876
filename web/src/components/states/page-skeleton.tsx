import { Box, Flex, Grid, Skeleton } from '@chakra-ui/react';
import { KeyValueSkeleton, Loading, skeletonKey, skeletonWidth, TextSkeleton } from './skeletons.tsx';

/** What a page looks like, so that its skeleton takes the same places. */
export type PageShape = 'list' | 'settings' | 'summary' | 'panels';

/** A page before its data. */
export const PageSkeleton = ({ shape }: { shape: PageShape }) => (
  <Loading label="Loading the page">{SHAPES[shape]}</Loading>
);

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

const Title = ({ action = true }: { action?: boolean }) => (
  <Flex justify="space-between" align="center" minH="9">
    <Skeleton h="6" w="10rem" />
    {action && <Skeleton h="9" w="7rem" borderRadius="l2" />}
  </Flex>
);

const Card = ({ lines }: { lines: number }) => (
  <Box p="4" borderWidth="1px" borderRadius="l3" bg="bg.panel">
    <Skeleton h="4" w="9rem" mb="5" />
    <TextSkeleton lines={lines} />
  </Box>
);

const List = (
  <Flex direction="column" gap="4">
    <Title />
    <Flex gap="3" align="center">
      <Skeleton h="9" flex="1" maxW="28rem" borderRadius="l2" />
      <Skeleton hideBelow="md" ms="auto" h="9" w="9rem" borderRadius="l2" />
    </Flex>
    <Box borderWidth="1px" borderRadius="l2" overflow="hidden">
      {indexes(14).map((index) => (
        <Flex key={skeletonKey(index)} align="center" gap="6" h="9" px="3" borderTopWidth={index > 0 ? '1px' : '0'}>
          {indexes(5).map((column) => (
            <Box key={skeletonKey(column)} flex="1" hideBelow={column > 1 ? 'md' : undefined}>
              <Skeleton h="3" w={skeletonWidth(index + column)} />
            </Box>
          ))}
        </Flex>
      ))}
    </Box>
  </Flex>
);

/** Sections of fields under each other. */
const Settings = (
  <Flex direction="column" gap="6" maxW="60rem">
    <Title action={false} />
    {indexes(3).map((index) => (
      <Grid
        key={skeletonKey(index)}
        templateColumns={{ base: 'minmax(0, 1fr)', lg: '15rem minmax(0, 1fr)' }}
        columnGap="10"
        rowGap="4"
        pt="6"
        borderTopWidth={index > 0 ? '1px' : '0'}
      >
        <Skeleton h="4" w="8rem" />
        <Flex direction="column" gap="4">
          <Skeleton h="9" borderRadius="l2" />
          <Skeleton h="9" borderRadius="l2" />
        </Flex>
      </Grid>
    ))}
  </Flex>
);

/** One thing: its facts on the left, tabs and panels beside them. */
const Summary = (
  <Flex direction={{ base: 'column', lg: 'row' }} gap={{ base: '6', lg: '11' }}>
    <Box w={{ base: 'full', lg: '17rem' }} flexShrink="0" order={{ base: 2, lg: 1 }}>
      <Skeleton h="16" mb="5" borderRadius="l3" />
      <KeyValueSkeleton rows={9} />
    </Box>
    <Flex direction="column" gap="5" flex="1" order={{ base: 1, lg: 2 }}>
      <Title />
      <Skeleton h="10" w="20rem" maxW="full" />
      <Card lines={5} />
      <Card lines={4} />
    </Flex>
  </Flex>
);

/** Cards, two beside each other where there is room. */
const Panels = (
  <Flex direction="column" gap="6">
    <Title action={false} />
    <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      {indexes(4).map((index) => (
        <Card key={skeletonKey(index)} lines={5} />
      ))}
    </Grid>
  </Flex>
);

const SHAPES = { list: List, settings: Settings, summary: Summary, panels: Panels } as const;
