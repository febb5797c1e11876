import { useEffect } from 'react';
import { DASHBOARD_FOLLOWERS } from '#core/dashboard/access.ts';
import { dashboard } from '#core/dashboard/contract.ts';
import { dashboardTopic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { useThrottled } from '#web/components/hooks/use-throttled.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useLiveStatus, useTopic } from '#web/lib/live/live.ts';
import { logFailure } from '#web/lib/messages/show.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { dashboardInput } from './reads.ts';

export type DashboardAnswer = Output<typeof dashboard.read>;

/** After a failure of the network, numbers change all the time. */
const LIVE_REFRESH_MS = 5 * SECOND;
/** With and without a live connection. Running work and the clock change the dashboard too. */
const POLL_BESIDE_LIVE_MS = 60 * SECOND;
const POLL_MS = 20 * SECOND;

/** The dashboard, read again whenever numbers of units or orders change. Opening it counts as a visit. */
export function useDashboard() {
  const { user } = useSession();
  const mayList = useMay(units.list.access);
  const mayFollow = useMay(DASHBOARD_FOLLOWERS);
  const isLive = useLiveStatus().state === 'up';
  const answer = useEndpoint(dashboard.read, dashboardInput(), {
    refreshInterval: isLive ? POLL_BESIDE_LIVE_MS : POLL_MS,
  });
  const { mutate } = answer;
  const readSoon = useThrottled(() => void mutate(), LIVE_REFRESH_MS);
  useTopic(mayFollow ? dashboardTopic(user.dealer) : undefined, readSoon, { onGap: readSoon });
  const isRead = answer.data !== undefined;
  useEffect(() => {
    // The numbers are compared with those of the visit before, so they are read first.
    if (isRead && mayList) call(dashboard.visit, {}).catch(logFailure);
  }, [isRead, mayList]);
  return answer;
}
