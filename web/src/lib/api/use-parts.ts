import { useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';

/**
 * Sends a long list part by part and keeps the outcome of each entry. What was done stays done if a part fails, so the calls must allow
 * that the same list is sent again. A stop waits for the part that is sent: its answer can have what is given only once.
 */
export function useParts<Entry, Outcome>(size: number) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failure, setFailure] = useState<string>();
  const [isStopping, setStopping] = useState(false);
  const stopped = useRef(false);

  /** `kept` are outcomes of an earlier start, which this one goes on with. */
  const start = async (
    entries: readonly Entry[],
    send: (part: readonly Entry[]) => Promise<readonly Outcome[]>,
    kept: readonly Outcome[] = [],
  ) => {
    stopped.current = false;
    setOutcomes(kept);
    setFailure(undefined);
    try {
      for (let done = 0; done < entries.length; done += size) {
        if (stopped.current) return setFailure('Stopped. The list below has what was done.');
        setProgress({ done, total: entries.length });
        const answered = await send(entries.slice(done, done + size));
        setOutcomes((before) => [...before, ...answered]);
      }
    } catch (error) {
      setFailure(messageFor(error));
    } finally {
      setProgress(undefined);
      setStopping(false);
    }
  };
  const stop = () => {
    stopped.current = true;
    setStopping(true);
  };
  /** Forgets what was done. Call it only while nothing is sent. */
  const reset = () => {
    setOutcomes([]);
    setFailure(undefined);
  };
  return { outcomes, progress, failure, start, stop, isStopping, reset };
}
