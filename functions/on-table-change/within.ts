import { setTimeout as sleep } from 'node:timers/promises';

/** What the work comes to, if it comes to it in so many milliseconds. It is not stopped, only waited for no longer. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
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
