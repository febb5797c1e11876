import { chakra, Flex } from '@chakra-ui/react';
import type { FormerAccessory } from '#core/accessories/device.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { DeviceItem, DeviceList } from './device-list.tsx';

/** The accessories that the unit had, and where each is now. */
export function FormerAccessories({ former }: { former: readonly FormerAccessory[] }) {
  return (
    <DeviceList label="Former accessories">
      {former.map(({ SerialNumber, Type, Zone, leftAt, heldBy }) => (
        <DeviceItem key={`${SerialNumber}-${leftAt}`}>
          <Flex direction="column" gap="0.5">
            <chakra.span fontWeight="600">
              {[Type, SerialNumber, Zone === undefined ? '' : `zone ${Zone}`].filter(Boolean).join(' · ')}
            </chakra.span>
            <chakra.span color="fg.muted">
              {'Left this unit '}
              <RelativeTime at={leftAt} />
              {heldBy && (
                <>
                  {'. On unit '}
                  <TextLink to={paths.unit(heldBy.UnitSerNum)}>{heldBy.UnitSerNum}</TextLink>
                  {' since '}
                  <RelativeTime at={heldBy.since} />
                </>
              )}
            </chakra.span>
          </Flex>
        </DeviceItem>
      ))}
    </DeviceList>
  );
}
