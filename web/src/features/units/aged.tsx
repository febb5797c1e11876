import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { hasStaleReadings } from '#core/units/silence.ts';
import type { Unit } from '#core/units/unit.ts';
import { useNow } from '#web/components/hooks/use-now.ts';

type PingedUnit = Pick<Unit, 'UnitModel' | 'lastPing'>;

/** True if the readings of the unit's last ping are too old to rely on. */
export function useStaleReadings({ UnitModel, lastPing }: PingedUnit): boolean {
  return hasStaleReadings(UnitModel, lastPing?.lastPingTime, useNow().getTime());
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
