import { useEffect, useState } from 'react';
import { INVALID_MESSAGES_TOPIC, type InvalidMessage } from '#core/live/messages.ts';
import { MOST_RETRIES } from '#core/live/retries.ts';
import type { InvalidMessageRow } from '#core/logs/invalid-message.ts';
import { instant } from '#core/time.ts';
import { hurryLive, useLiveStatus, useTopic } from '#web/lib/live/live.ts';

const NONE: readonly InvalidMessageRow[] = [];
/** The newest messages that are kept while the log is open. */
const MOST_LIVE = 1_000;

/** The messages that come while the log is open, the newest first. It gives up after its last retry. */
export function useInvalidLog(onGap: () => void) {
  const status = useLiveStatus();
  const [received, setReceived] = useState(NONE);
  const [isSubscribed, setSubscribed] = useState(false);
  const [held, setHeld] = useState<readonly InvalidMessageRow[]>();
  const [hasGivenUp, setGivenUp] = useState(false);
  const retry = status.state === 'reconnecting' ? status.attempt : 0;
  useEffect(() => {
    if (retry > MOST_RETRIES) setGivenUp(true);
  }, [retry]);
  useTopic(
    hasGivenUp ? undefined : INVALID_MESSAGES_TOPIC,
    (message) => setReceived((before) => [rowOf(message as InvalidMessage), ...before].slice(0, MOST_LIVE)),
    { onSubscribed: () => setSubscribed(true), onGap },
  );
  return {
    isConnected: status.state === 'up' && isSubscribed && !hasGivenUp,
    /** The retry under way; 0 if there is none. */
    retry,
    hasGivenUp: hasGivenUp || retry > MOST_RETRIES,
    messages: held ?? received,
    isPaused: held !== undefined,
    setPaused: (on: boolean) => setHeld(on ? received : undefined),
    connectAgain: () => {
      setSubscribed(false);
      setGivenUp(false);
      hurryLive();
    },
  };
}

const rowOf = ({ id, at, UnitSerNum = '', imei = '', ...message }: InvalidMessage): InvalidMessageRow => ({
  id,
  at: instant(at),
  ...{ UnitSerNum, imei },
  remoteAddress: message.remoteAddress,
  error: message.error,
  detail: message.detail,
  raw: message.raw,
  ...(message.cutFrom !== undefined && { cutFrom: message.cutFrom }),
});
