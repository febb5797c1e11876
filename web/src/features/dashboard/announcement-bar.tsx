import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { Megaphone, X } from 'lucide-react';
import type { Announcement } from '#core/dashboard/announcement.ts';
import { dashboard } from '#core/dashboard/contract.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

/** The new product, until the user dismisses it. */
export function AnnouncementBar({ announcement: { title, text } }: { announcement: Announcement }) {
  const { trigger, isMutating } = useEndpointMutation(dashboard.acknowledge, { refreshes: [dashboard.read] });
  return (
    <Flex
      as="section"
      aria-label="Announcement"
      gap="3"
      align="flex-start"
      px="4"
      py="3"
      borderWidth="1px"
      borderRadius="l2"
      bg="accent.subtle"
    >
      <chakra.span color="accent.fg" mt="0.5">
        <Megaphone size={16} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minW="0">
        <chakra.h2 fontWeight="600">{title}</chakra.h2>
        <chakra.p>{text}</chakra.p>
      </chakra.div>
      <IconButton
        aria-label="Dismiss the announcement"
        size="xs"
        variant="ghost"
        loading={isMutating}
        onClick={() => void trigger({})}
      >
        <X size={16} />
      </IconButton>
    </Flex>
  );
}
