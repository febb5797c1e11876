import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Unit } from '#core/units/unit.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { relativeTime } from '#web/components/text/relative-words.ts';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { useStaleReadings } from './aged.tsx';

/** A reading of the last ping in a list: grey once it is stale, with its age on hover. */
export function ReadingCell({ unit, children }: { unit: Unit; children: ReactNode }) {
  const now = useNow();
  const stale = useStaleReadings(unit);
  const at = unit.lastPing?.lastPingTime;
  if (at === undefined || children === '') return null;
  return (
    <Tooltip content={`From the last ping, ${relativeTime(new Date(at), now)}`}>
      <chakra.span color={stale ? 'fg.subtle' : undefined}>{children}</chakra.span>
    </Tooltip>
  );
}
