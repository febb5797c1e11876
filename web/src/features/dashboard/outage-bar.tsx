import { chakra, Flex } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { RelativeTime } from '#web/components/text/relative-time.tsx';

/** The portal hears no unit, for a reason of its own. */
export const OutageBar = ({ since }: { since: string }) => (
  <Flex
    role="alert"
    aria-label="Outage"
    gap="3"
    align="flex-start"
    px="4"
    py="3"
    borderWidth="1px"
    borderRadius="l2"
    bg="danger.subtle"
  >
    <chakra.span color="danger.fg" mt="0.5">
      <TriangleAlert size={16} aria-hidden />
    </chakra.span>
    <chakra.div flex="1" minW="0">
      <chakra.h2 fontWeight="600">The portal cannot hear units</chakra.h2>
      <chakra.p>
        {'Pings and alarms stopped arriving '}
        <RelativeTime at={since} focusable />
        {
          '. The fault is in the portal, so no unit is marked as late or silent for it. Units send what they kept when it is over.'
        }
      </chakra.p>
    </chakra.div>
  </Flex>
);
