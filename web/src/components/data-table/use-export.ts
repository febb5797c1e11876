import { useEffect, useRef, useState } from 'react';
import type { DataColumn } from './columns.ts';
import { csvFile } from './export-csv.ts';

/** Writes a CSV file of rows that are read in parts. Rejects if it is cancelled, and if its table leaves the page. */
export function useExport<Row>() {
  const [progress, setProgress] = useState<{ rows: number; startedAt: Date }>();
  const running = useRef<AbortController>(undefined);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const write = async (
    columns: readonly DataColumn<Row>[],
    read: (signal: AbortSignal) => AsyncIterable<readonly Row[]>,
  ) => {
    const current = new AbortController();
    running.current = current;
    const startedAt = new Date();
    const show = (rows: number) => setProgress({ rows, startedAt });
    show(0);
    try {
      const written = await csvFile(columns, read(current.signal), show);
      current.signal.throwIfAborted();
      return written;
    } finally {
      setProgress(undefined);
    }
  };

  return { progress, write, cancel };
}

/** True if an export ended because it was cancelled. */
export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
