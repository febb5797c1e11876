import { chakra, Flex } from '@chakra-ui/react';
import type { Unit } from '#core/units/unit.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { Aged, useStaleReadings } from '../aged.tsx';
import { BatteryMeter, PowerWord, SignalMeter } from './meters.tsx';

/** What the unit reported with its last ping, and how long ago. */
export function Readings({ unit }: { unit: Unit }) {
  const stale = useStaleReadings(unit);
  const { lastPing } = unit;
  if (!lastPing) return <chakra.p color="fg.muted">The unit has never sent a ping.</chakra.p>;
  return (
    <Flex direction="column" gap="2">
      <chakra.p textStyle="xs" color={stale ? 'warning.fg' : 'fg.muted'}>
        {'From the last ping, '}
        <RelativeTime at={lastPing.lastPingTime} />
        {stale && ': too old to rely on'}
      </chakra.p>
      <Aged stale={stale}>
        <KeyValueList
          items={[
            {
              label: 'Battery',
              value: <BatteryMeter percent={lastPing.chargedPercent} mains={lastPing.acPower} />,
            },
            { label: 'Signal', value: <SignalMeter bars={lastPing.bars} lte={lastPing.lte} /> },
            { label: 'Power', value: <PowerWord mains={lastPing.acPower} /> },
            ...(lastPing.switchPosition ? [{ label: 'Switch', value: lastPing.switchPosition }] : []),
          ]}
        />
      </Aged>
    </Flex>
  );
}
