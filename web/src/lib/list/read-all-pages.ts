import { SECOND } from '#core/time.ts';
import type { ExportRun } from '#web/components/data-table/types.ts';
import { isTemporary } from '../api/request-error.ts';

interface ReadAllOptions<Answer, Row> {
  readPage: (page: { pageSize: number; cursor?: string }) => Promise<Answer>;
  rowsOf: (answer: Answer) => readonly Row[];
  rowId: (row: Row) => string;
}

/** The largest page that the server sends. */
const MAX_PAGE_SIZE = 1000;
/** The pauses before a page is read again after a temporary failure. */
export const PAUSES_MS = [SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND];

/**
 * The rows of every page of a list, page by page. A row that moves to a later page meanwhile appears once. A page that fails for a while is
 * read again after growing pauses, then after the user wants to go on. Any other failure ends the reading.
 */
export async function* readAllPages<Answer extends { cursor: string | null }, Row>(
  { readPage, rowsOf, rowId }: ReadAllOptions<Answer, Row>,
  run: ExportRun,
): AsyncGenerator<readonly Row[]> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = { pageSize: MAX_PAGE_SIZE, ...(cursor && { cursor }) };
    const answer: Answer = await patiently(() => readPage(page), run);
    yield rowsOf(answer).filter((row) => isNew(seen, rowId(row)));
    cursor = answer.cursor;
  } while (cursor);
}

async function patiently<Answer>(read: () => Promise<Answer>, { signal, goOn }: ExportRun): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      const pause = PAUSES_MS[failures];
      if (pause !== undefined) await sleep(pause, signal);
      else {
        await goOn(error);
        failures = -1;
      }
    }
  }
}

/** Resolves after the time, half of it random, so that many browsers do not come together. Rejects if the signal is aborted. */
const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds * (0.5 + Math.random() / 2));
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

function isNew(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}
