import { Box } from '@chakra-ui/react';
import { SWEEP } from '../states/sweep.ts';

/** A thin line at the top of its (positioned) container during a refresh. It appears late, so that a quick refresh shows nothing. */
export function ProgressLine({ shown }: { shown: boolean }) {
  return (
    <Box
      position="absolute"
      top="0"
      insetInline="0"
      h="2px"
      overflow="hidden"
      zIndex="4"
      pointerEvents="none"
      opacity={shown ? 1 : 0}
      transition="opacity 150ms"
      transitionDelay={shown ? '250ms' : '0ms'}
    >
      {shown && <Box h="full" css={SWEEP} />}
    </Box>
  );
}
