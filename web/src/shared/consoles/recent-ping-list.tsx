import { chakra } from '@chakra-ui/react';
import type { RecentPing } from '#core/consoles/recent-ping.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';

/** The last ping of a wearable. */
export function RecentPingList({ ping }: { ping: RecentPing }) {
  return (
    <section aria-label="Recent ping">
      <chakra.h3 textStyle="xs" color="fg.muted" mb="1">
        Recent ping
      </chakra.h3>
      <KeyValueList
        items={[
          { label: 'Reason', value: ping.pingReason },
          { label: 'Message time', value: <ExactTime at={ping.MessageTime} /> },
          { label: 'Last ping', value: <ExactTime at={ping.lastPingTime} /> },
          { label: 'Power', value: ping.acPower === 1 ? 'On mains' : 'On battery' },
          { label: 'Low power', value: ping.lowPower ? 'Yes' : 'No' },
          { label: 'Steps today', value: ping['Step today'].toLocaleString('en') },
        ]}
      />
    </section>
  );
}
