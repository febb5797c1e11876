import { useRef, useState } from 'react';
import { type DebugLogMessage, debugLogTopic } from '#core/live/messages.ts';
import { type DebugMessage, KEEP_ALIVE_MS, withNewest, withStored } from '#core/logs/debug-log.ts';
import { useKeepAlive, useLiveStatus, useTopic } from '#web/lib/live/live.ts';

const NONE: readonly DebugMessage[] = [];

interface StoredLines {
  read: readonly DebugMessage[];
  readAgain: () => void;
}

/** The lines that a unit sends while the log is open, and those that are stored, the newest first. */
export function useDebugLog(UnitSerNum: string, { read, readAgain }: StoredLines) {
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
    {
      // Lines that came after the first reading and before now are only stored.
      onSubscribed: () => {
        setSubscribed(true);
        readAgain();
      },
      onGap: readAgain,
    },
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
