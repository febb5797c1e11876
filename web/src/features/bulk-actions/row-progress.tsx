import { Box, chakra, Flex } from '@chakra-ui/react';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';

/** A thin bar and the count, for a row of a table. */
export function RowProgress({ bulkAction: { done, failed, total } }: { bulkAction: BulkAction }) {
  const share = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`;
  return (
    <Flex align="center" gap="2.5">
      <Flex w="16" h="1.5" borderRadius="full" bg="bg.emphasized" overflow="hidden" aria-hidden>
        <Box w={share(done)} bg="accent.solid" />
        <Box w={share(failed)} bg="danger.solid" />
      </Flex>
      <chakra.span color="fg.muted">{`${(done + failed).toLocaleString('en')} of ${total.toLocaleString('en')}`}</chakra.span>
    </Flex>
  );
}
