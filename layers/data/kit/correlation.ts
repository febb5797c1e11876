import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string>();

/** Runs `work` under a correlation id. Its messages and what it stores carry the id. */
export const underCorrelation = <Result>(correlationId: string, work: () => Promise<Result>): Promise<Result> =>
  running.run(correlationId, work);

/** The present correlation id, the same from the browser to the last queue. */
export const correlationId = () => running.getStore() ?? 'none';

/**
 * The attribute of an item whose changes have reactions: the id under which it was last written, with any write. The table's stream
 * continues under it.
 */
export const correlation = {
  correlationId: { type: 'string', hidden: true, watch: '*', set: () => correlationId() },
} as const;
