import { setTimeout as sleep } from 'node:timers/promises';

/** The result of the work, if it arrives in time. Late work is not stopped. */
export async function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new Error(`It took longer than ${milliseconds} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
