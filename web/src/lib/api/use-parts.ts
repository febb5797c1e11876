import { useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';

/**
 * Sends a long list part by part and keeps the outcome of each entry. What was done stays done if a part fails, so the calls must allow
 * that the same list is sent again.
 */
export function useParts<Entry, Outcome>(size: number) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failure, setFailure] = useState<string>();
  const stopping = useRef<AbortController>(undefined);

  const start = async (
    entries: readonly Entry[],
    send: (part: readonly Entry[], options: { signal: AbortSignal }) => Promise<readonly Outcome[]>,
  ) => {
    const controller = new AbortController();
    stopping.current = controller;
    setOutcomes([]);
    setFailure(undefined);
    try {
      for (let done = 0; done < entries.length; done += size) {
        setProgress({ done, total: entries.length });
        const answered = await send(entries.slice(done, done + size), controller);
        setOutcomes((before) => [...before, ...answered]);
      }
    } catch (error) {
      setFailure(controller.signal.aborted ? 'Stopped. The list below has what was done.' : messageFor(error));
    } finally {
      setProgress(undefined);
    }
  };
  /** Forgets what was done. Call it only while nothing is sent. */
  const reset = () => {
    setOutcomes([]);
    setFailure(undefined);
  };
  return { outcomes, progress, failure, start, stop: () => stopping.current?.abort(), reset };
}
