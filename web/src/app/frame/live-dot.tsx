import { chakra } from '@chakra-ui/react';
import { shownTime, type TimeStyle } from '#core/shown-time.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { useLiveStatus } from '#web/lib/live/live.ts';
import type { LiveStatus } from '#web/lib/live/live-connection.ts';

/** Shows the state of the live connection. */
export function LiveDot() {
  const status = useLiveStatus();
  const { word, tone, detail } = describe(status, useTimeStyle());
  return (
    <Tooltip content={detail}>
      <chakra.button
        type="button"
        display="flex"
        alignItems="center"
        gap="2"
        h="8"
        px="2"
        borderRadius="l2"
        textStyle="xs"
        color="fg.muted"
        focusVisibleRing="outside"
        cursor="default"
      >
        <chakra.span
          boxSize="2"
          borderRadius="full"
          bg={`${tone}.solid`}
          animation={status.state === 'reconnecting' ? 'pulse 1.6s infinite' : undefined}
          aria-hidden
        />
        {/* As wide as the longest word, so that the bar does not shift when the state changes. */}
        <chakra.span srOnly={{ base: true, md: false }} minW={{ md: '5.5rem' }} textAlign="start">
          {word}
        </chakra.span>
      </chakra.button>
    </Tooltip>
  );
}

function describe(status: LiveStatus, style: TimeStyle): { word: string; tone: string; detail: string } {
  switch (status.state) {
    case 'up':
      return {
        word: 'Live',
        tone: 'ok',
        detail: `The live connection has been up since ${shownTime(new Date(status.since), style)}`,
      };
    case 'reconnecting':
      return {
        word: 'Reconnecting',
        tone: 'warning',
        detail: `The live connection is down. It is being restored (try ${status.attempt}); everything else works.`,
      };
    case 'connecting':
      return { word: 'Connecting', tone: 'muted', detail: 'The live connection is being opened' };
    case 'off':
      return { word: 'Not live', tone: 'muted', detail: 'There is no live connection' };
  }
}
