import { openAlarmsTopic, operatorAlarmsTopic } from '#core/live/messages.ts';
import type { BoardPage } from '#core/monitoring-centers/board-page.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { SECOND } from '#core/time.ts';
import { useThrottled } from '#web/components/hooks/use-throttled.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useLiveStatus, useTopic } from '#web/lib/live/live.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';

/** In a storm, alarms come all the time. Each of them is on the screen two seconds after it came, so this is less. */
const LIVE_REFRESH_MS = SECOND;
const POLL_BESIDE_LIVE_MS = 60 * SECOND;
const POLL_MS = 15 * SECOND;

const { board, operatorBoard } = monitoringCenters;

/** A page of the open alarms of the person's board, read again at each news of it. */
export function useBoard(asked: { cursor?: string; incident?: string }) {
  const { user } = useSession();
  const isOperator = useMay(operatorBoard.access);
  const isLive = useLiveStatus().state === 'up';
  const answer = useEndpoint<typeof board | typeof operatorBoard>(isOperator ? operatorBoard : board, asked, {
    refreshInterval: isLive ? POLL_BESIDE_LIVE_MS : POLL_MS,
  });
  const readSoon = useThrottled(() => void answer.mutate(), LIVE_REFRESH_MS);
  useTopic(isOperator ? operatorAlarmsTopic(user.dealer) : openAlarmsTopic(user.dealer), readSoon, {
    onGap: readSoon,
  });
  return answer;
}

/** Earlier than any alarm: of a board without one. */
const NEVER = '';

/** When the newest alarm of a board came; undefined while it is not known. */
export const newestOf = (page: Pick<BoardPage, 'newestAt'> | undefined) => page && (page.newestAt ?? NEVER);
