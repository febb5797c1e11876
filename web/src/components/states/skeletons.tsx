import { Box, Flex, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Marks a part of the screen as loading. Screen readers get one message and no grey shapes. */
export function Loading({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <Box role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Box aria-hidden>{children}</Box>
    </Box>
  );
}

/** Different widths look like text; fixed widths do not jump between renders. */
const WIDTHS = ['72%', '46%', '88%', '60%', '34%', '80%', '52%'];

export const skeletonWidth = (index: number) => WIDTHS[index % WIDTHS.length]!;

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Flex direction="column" gap="2.5">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={skeletonKey(index)} h="3" w={skeletonWidth(index)} />
      ))}
    </Flex>
  );
}

export function KeyValueSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Flex direction="column" gap="3.5">
      {Array.from({ length: rows }, (_, index) => (
        <Flex key={skeletonKey(index)} gap="6">
          <Skeleton h="3" w="7rem" flexShrink="0" />
          <Skeleton h="3" flex="1" maxW={skeletonWidth(index)} />
        </Flex>
      ))}
    </Flex>
  );
}

export const skeletonKey = (index: number) => `skeleton-${index}`;
