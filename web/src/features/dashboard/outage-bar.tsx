import { TriangleAlert } from 'lucide-react';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { NoticeBar } from './notice-bar.tsx';

/** The portal hears no unit, for a reason of its own. */
export const OutageBar = ({ since }: { since: string }) => (
  <NoticeBar
    label="Outage"
    icon={TriangleAlert}
    tone="danger"
    title="The portal cannot hear units"
    text={
      <>
        {'Pings and alarms stopped arriving '}
        <RelativeTime at={since} focusable />
        {
          '. The fault is in the portal, so no unit is marked as late or silent for it. Units send what they kept when it is over.'
        }
      </>
    }
  />
);
