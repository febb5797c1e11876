import { MOST_RETRIES } from '#core/live/retries.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { FeedState } from './station-feed.ts';

/** Whether the board is live. */
export function ConnectionMark({ status }: { status: FeedState }) {
  return <span role="status">{markOf(status)}</span>;
}

function markOf(status: FeedState) {
  switch (status.state) {
    case 'open':
      return <StatusBadge tone="ok" label="Connected" />;
    case 'connecting':
      return <StatusBadge tone="notice" label="Connecting" />;
    case 'retrying':
      return <StatusBadge tone="warning" label={`Retry ${status.retry} of ${MOST_RETRIES}`} />;
    case 'maxedOut':
      return <StatusBadge tone="danger" label="Not connected" />;
    case 'notSetUp':
      return null;
  }
}
