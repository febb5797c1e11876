import { useState } from 'react';
import { BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { bulkActionTopic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import { useThrottled } from '#web/components/hooks/use-throttled.ts';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useLiveStatus, useTopic } from '#web/lib/live/live.ts';

/** Rows are read again at most this often while the action runs. */
const ROWS_REFRESH_MS = SECOND;
/** Without a live connection. */
const POLL_MS = 3 * SECOND;
/** With a live connection: its last message can be lost, and a stuck action sends none. */
const POLL_BESIDE_LIVE_MS = 15 * SECOND;

export type BulkActionDetail = Output<typeof bulkActions.detail>;

interface BulkActionOptions {
  /** The action as its start answered. */
  started?: BulkAction | undefined;
  /** Reads the outcome of each unit again while the action runs; true when omitted. */
  withRows?: boolean;
}

/** One bulk action with the outcome of each unit, followed live until it ends. An undefined key follows none. */
export function useBulkAction(bchKey: string | undefined, { started, withRows = true }: BulkActionOptions = {}) {
  const isLive = useLiveStatus().state === 'up';
  const answer = useEndpoint(bulkActions.detail, bchKey === undefined ? null : { bchKey }, {
    ...(started && { fallbackData: { bulkAction: started, rows: [] } }),
    refreshInterval: (latest) => pollInterval(latest, isLive),
  });
  const { mutate } = answer;
  const readRowsSoon = useThrottled(() => void mutate(), ROWS_REFRESH_MS);
  const [toldAlone, setToldAlone] = useState<BulkAction>();
  useTopic(
    bchKey === undefined ? undefined : bulkActionTopic(bchKey),
    (message) => {
      const told = BulkAction.safeParse(message).data;
      if (!told) return;
      // A change of the cache would void the rows that another reader of this action is reading.
      if (!withRows) return setToldAlone(told);
      void mutate((known) => withProgress(known ?? { bulkAction: told, rows: [] }, told), { revalidate: false });
      readRowsSoon();
    },
    { onSubscribed: () => void mutate(), onGap: () => void mutate() },
  );
  const { data } = answer;
  return {
    isValidating: answer.isValidating,
    mutate,
    data: data && toldAlone ? withProgress(data, toldAlone) : data,
    get error() {
      return answer.error;
    },
    get staleSince() {
      return answer.staleSince;
    },
  };
}

function pollInterval(latest: BulkActionDetail | undefined, isLive: boolean): number {
  if (!latest || !isUnderWay(latest.bulkAction)) return 0;
  return isLive ? POLL_BESIDE_LIVE_MS : POLL_MS;
}

/** The detail with the progress of a live message. A message can overtake an answer, so the later attempt, turn and progress win. */
export function withProgress(known: BulkActionDetail, told: BulkAction): BulkActionDetail {
  const [before, now] = [placeOf(known.bulkAction), placeOf(told)];
  const first = now.findIndex((value, index) => value !== before[index]);
  return first < 0 || now[first]! > before[first]! ? { ...known, bulkAction: told } : known;
}

/** How far a bulk action is, the weightiest number first. */
const placeOf = (bulkAction: BulkAction) => [
  bulkAction.attempt,
  bulkAction.turn,
  isUnderWay(bulkAction) ? 0 : bulkAction.state === 'finished' || bulkAction.state === 'cancelled' ? 2 : 1,
  bulkAction.done + bulkAction.failed,
  bulkAction.total,
];
