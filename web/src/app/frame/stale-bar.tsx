import { Flex } from '@chakra-ui/react';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { useStaleReads } from '#web/lib/api/stale-reads.ts';

/** Says that data on screen could not be read again, for screens that do not say so beside the data. */
export function StaleBar() {
  const reads = useStaleReads();
  if (reads.length === 0) return null;
  const oldest = new Date(Math.min(...reads.map(({ since }) => since.getTime())));
  const retry = () => {
    for (const read of reads) read.retry();
  };
  return (
    <Flex px={{ base: '4', md: '6' }} py="1.5" borderBottomWidth="1px" bg="warning.subtle">
      <StaleMark since={oldest} onRetry={retry} />
    </Flex>
  );
}
