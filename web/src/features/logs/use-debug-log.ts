import { useRef, useState } from 'react';
import { type DebugLogMessage, debugLogTopic } from '#core/live/messages.ts';
import { type DebugMessage, KEEP_ALIVE_MS, withNewest, withStored } from '#core/logs/debug-log.ts';
import { useKeepAlive, useLiveStatus, useTopic } from '#web/lib/live/live.ts';

const NONE: readonly DebugMessage[] = [];

/** The lines that a unit sends while the log is open, the newest first. `read` are those that were stored before. */
export function useDebugLog(UnitSerNum: string, read: readonly DebugMessage[]) {
  const status = useLiveStatus();
  const [received, setReceived] = useState(NONE);
  const [isSubscribed, setSubscribed] = useState(false);
  const [held, setHeld] = useState<readonly DebugMessage[]>();
  const count = useRef(0);
  useKeepAlive(KEEP_ALIVE_MS);
  useTopic(
    debugLogTopic(UnitSerNum),
    (message) => {
      const { at, lines } = message as DebugLogMessage;
      count.current += 1;
      const added = { id: `live ${count.current}`, at, lines: [...lines] };
      setReceived((before) => withNewest(before, added));
    },
    { onSubscribed: () => setSubscribed(true) },
  );
  const all = withStored(received, read);
  return {
    isConnected: status.state === 'up' && isSubscribed,
    /** The connection was up before. */
    wasConnected: isSubscribed,
    isRetrying: status.state === 'reconnecting',
    messages: held ?? all,
    isPaused: held !== undefined,
    setPaused: (on: boolean) => setHeld(on ? all : undefined),
  };
}
