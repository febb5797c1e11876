import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { bulkActionTopic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { Output } from '#web/lib/api/api.ts';
import { isAnswerOf, useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useLiveStatus, useTopic } from '#web/lib/live/live.ts';

/** Rows are read again at most this often while the action runs. */
const ROWS_REFRESH_MS = SECOND;
/** Without a live connection. */
const POLL_MS = 3 * SECOND;
/** With a live connection: its last message can be lost, and a stuck action sends none. */
const POLL_BESIDE_LIVE_MS = 15 * SECOND;

type Detail = Output<typeof bulkActions.detail>;

/**
 * One bulk action with the outcome of each unit, followed live until it is finished. An undefined key follows none.
 * `started` is the action as its start answered.
 */
export function useBulkAction(bchKey: string | undefined, started?: BulkAction) {
  const isLive = useLiveStatus().state === 'up';
  const answer = useEndpoint(bulkActions.detail, bchKey === undefined ? null : { bchKey }, {
    ...(started && { fallbackData: { bulkAction: started, rows: [] } }),
    refreshInterval: (latest) => pollInterval(latest, isLive),
  });
  const { mutate } = answer;
  const readRowsSoon = useThrottled(() => void mutate(), ROWS_REFRESH_MS);
  useTopic(
    bchKey === undefined ? undefined : bulkActionTopic(bchKey),
    (message) => {
      const told = BulkAction.safeParse(message).data;
      if (!told) return;
      void mutate((known) => withProgress(known ?? { bulkAction: told, rows: [] }, told), { revalidate: false });
      readRowsSoon();
    },
    { onSubscribed: () => void mutate(), onGap: () => void mutate() },
  );
  useRefreshUnitsWhenDone(answer.data?.bulkAction);
  return answer;
}

function pollInterval(latest: Detail | undefined, isLive: boolean): number {
  if (!latest || latest.bulkAction.state === 'finished') return 0;
  return isLive ? POLL_BESIDE_LIVE_MS : POLL_MS;
}

/** The detail with the progress of a live message. A message can overtake an answer, so the further progress wins. */
export function withProgress(known: Detail, told: BulkAction): Detail {
  const further = told.done + told.failed >= known.bulkAction.done + known.bulkAction.failed;
  const isRetry = known.bulkAction.state === 'finished' && told.state !== 'finished';
  return further || isRetry ? { ...known, bulkAction: told } : known;
}

/** Reads the lists of units again when the action is finished. */
function useRefreshUnitsWhenDone(bulkAction: BulkAction | undefined) {
  const { mutate } = useSWRConfig();
  const seen = useRef<string>(undefined);
  const state = bulkAction?.state;
  useEffect(() => {
    const wasUnderWay = seen.current !== undefined && seen.current !== 'finished';
    seen.current = state;
    if (wasUnderWay && state === 'finished') void mutate(isAnswerOf(units.list));
  }, [state, mutate]);
}

/** Calls `run` at once, then at most every `milliseconds`. Always makes the last call. */
function useThrottled(run: () => void, milliseconds: number) {
  const latest = useRef(run);
  latest.current = run;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const call = () => {
    if (timer.current) {
      again.current = true;
      return;
    }
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!again.current) return;
      again.current = false;
      call();
    }, milliseconds);
  };
  return call;
}
