import { useEffect, useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';
import type { DataColumn } from './columns.ts';
import type { ExportFormat } from './export-format.ts';
import type { ExportRun } from './types.ts';

/** An export that waits for the user after a part could not be read. */
interface Stopped {
  message: string;
  goOn: () => void;
}

/** Writes a file of rows that are read in parts. Rejects if it is cancelled, and if its table leaves the page. */
export function useExport<Row>() {
  const [progress, setProgress] = useState<{ rows: number; startedAt: Date }>();
  const [stopped, setStopped] = useState<Stopped>();
  const running = useRef<AbortController>(undefined);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const askToGoOn = (error: unknown, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      setStopped({ message: messageFor(error), goOn: resolve });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }).finally(() => setStopped(undefined));

  const write = async (
    format: ExportFormat,
    columns: readonly DataColumn<Row>[],
    read: (run: ExportRun) => AsyncIterable<readonly Row[]>,
  ) => {
    const current = new AbortController();
    const { signal } = current;
    running.current = current;
    const startedAt = new Date();
    const show = (rows: number) => setProgress({ rows, startedAt });
    show(0);
    try {
      const file = await format.load();
      const written = await file(columns, read({ signal, goOn: (error) => askToGoOn(error, signal) }), show);
      signal.throwIfAborted();
      return written;
    } finally {
      setProgress(undefined);
    }
  };

  return { progress, stopped, write, cancel };
}

/** True if an export ended because it was cancelled. */
export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
