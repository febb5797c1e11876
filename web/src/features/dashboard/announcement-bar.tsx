import { IconButton } from '@chakra-ui/react';
import { Megaphone, X } from 'lucide-react';
import type { Announcement } from '#core/dashboard/announcement.ts';
import { dashboard } from '#core/dashboard/contract.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { NoticeBar } from './notice-bar.tsx';

/** The new product, until the user dismisses it. */
export function AnnouncementBar({ announcement: { title, text } }: { announcement: Announcement }) {
  const { trigger, isMutating } = useEndpointMutation(dashboard.acknowledge, { refreshes: [dashboard.read] });
  return (
    <NoticeBar
      label="Announcement"
      icon={Megaphone}
      tone="accent"
      title={title}
      text={text}
      action={
        <IconButton
          aria-label="Dismiss the announcement"
          size="xs"
          variant="ghost"
          loading={isMutating}
          onClick={() => void trigger({})}
        >
          <X size={16} />
        </IconButton>
      }
    />
  );
}
