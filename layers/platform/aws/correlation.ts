import { AsyncLocalStorage } from 'node:async_hooks';
import { logger } from './observability.ts';

const running = new AsyncLocalStorage<string>();

/** Runs `work` under a correlation id, which then stands in each of its log lines and in what it sends on. */
export function correlated<Result>(correlationId: string, work: () => Promise<Result>): Promise<Result> {
  logger.appendKeys({ correlationId });
  return running.run(correlationId, work);
}

/** The id that what is running belongs to, from the browser to the last queue. */
export const correlationId = () => running.getStore() ?? 'none';

const SHAPE = /^[\w-]{8,64}$/;

/** The caller's id if it looks like one, else `otherwise`: nothing else gets into the logs. */
export const acceptCorrelationId = (given: string | undefined, otherwise: string) =>
  given !== undefined && SHAPE.test(given) ? given : otherwise;
