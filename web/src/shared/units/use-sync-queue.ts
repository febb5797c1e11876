import { useEffect, useRef } from 'react';
import { readConsoleMessage } from '#core/consoles/console-message.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { units } from '#core/units/contract.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { useTopic } from '#web/lib/live/live.ts';
import { needsReload } from './needs-reload.ts';
import { useRereadSoon } from './use-reread-soon.ts';

const REFRESH_WHILE_WAITING = 30 * SECOND;

/** What waits for the unit, kept up to date by its reports. When nothing waits any more, the details of the unit are loaded again. */
export function useSyncQueue(UnitSerNum: string) {
  const readAgain = useReadAgain();
  const answer = useEndpoint(
    unitConfiguration.syncQueue,
    { UnitSerNum },
    { refreshInterval: (latest) => (latest && latest.messages.length > 0 ? REFRESH_WHILE_WAITING : 0) },
  );
  const { data, mutate } = answer;
  const reread = () => {
    void mutate();
    void readAgain(unitConfiguration.get);
  };
  const rereadSoon = useRereadSoon(reread);
  useTopic(
    consoleTopic(UnitSerNum),
    (heard) => {
      const message = readConsoleMessage(heard);
      if (message && needsReload(message)) rereadSoon();
    },
    { onGap: reread },
  );

  const waiting = data?.messages.length;
  const waited = useRef(0);
  useEffect(() => {
    if (waiting === undefined) return;
    if (waiting === 0 && waited.current > 0) void readAgain(units.get, unitConfiguration.get);
    waited.current = waiting;
  }, [waiting, readAgain]);
  return answer;
}
