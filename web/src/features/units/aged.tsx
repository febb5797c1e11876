import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { hasStaleReadings, type PingingUnit } from '#core/units/silence.ts';
import { useNow } from '#web/components/hooks/use-now.ts';

/** True if the readings of the unit's last ping are too old to rely on. */
export function useStaleReadings(unit: PingingUnit): boolean {
  return hasStaleReadings(unit, useNow().getTime());
}

/** Readings of a unit's last ping: grey once they are stale. */
export const Aged = ({ stale, children }: { stale: boolean; children: ReactNode }) => (
  <Box
    data-stale={stale || undefined}
    {...(stale && { filter: 'grayscale(1)', color: 'fg.muted', css: { '& *': { color: 'fg.muted' } } })}
  >
    {children}
  </Box>
);
