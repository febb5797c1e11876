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

/** The rows are read again at most this often while they come in. */
const ROWS_EVERY = SECOND;
/** While there is no live connection. */
const POLL_EVERY = 3 * SECOND;
/** With one: the last news of an action can be lost on its way, and one that has come to a standstill tells nothing. */
const POLL_BESIDE_LIVE_EVERY = 15 * SECOND;

type Detail = Output<typeof bulkActions.detail>;

/**
 * One bulk action with the outcome of each unit, followed live until it is finished; undefined follows none yet. `started` is what is
 * known of one just begun.
 */
export function useBulkAction(bchKey: string | undefined, started?: BulkAction) {
  const isLive = useLiveStatus().state === 'up';
  const answer = useEndpoint(bulkActions.detail, bchKey === undefined ? null : { bchKey }, {
    ...(started && { fallbackData: { bulkAction: started, rows: [] } }),
    refreshInterval: (latest) => pollInterval(latest, isLive),
  });
  const { mutate } = answer;
  const readRowsSoon = useThrottled(() => void mutate(), ROWS_EVERY);
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
  return isLive ? POLL_BESIDE_LIVE_EVERY : POLL_EVERY;
}

/** The detail with the progress told. News can overtake an answer that was on its way: what is further counts. */
export function withProgress(known: Detail, told: BulkAction): Detail {
  const further = told.done + told.failed >= known.bulkAction.done + known.bulkAction.failed;
  const isRetry = known.bulkAction.state === 'finished' && told.state !== 'finished';
  return further || isRetry ? { ...known, bulkAction: told } : known;
}

/** Lists of units show what was done to them. */
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

/** Calls `run` at once, then at most every `milliseconds`; the last call is never lost. */
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
