import { AsyncLocalStorage } from 'node:async_hooks';
import { logger } from './observability.ts';

const running = new AsyncLocalStorage<string>();

/** Runs `work` under a correlation id. Each of its log lines and messages carries the id. */
export function correlated<Result>(correlationId: string, work: () => Promise<Result>): Promise<Result> {
  logger.appendKeys({ correlationId });
  return running.run(correlationId, work);
}

/** The present correlation id, the same from the browser to the last queue. */
export const correlationId = () => running.getStore() ?? 'none';

const SHAPE = /^[\w-]{8,64}$/;

/** The caller's id if it is well-formed, else `otherwise`, so that callers cannot write anything else into the logs. */
export const acceptCorrelationId = (given: string | undefined, otherwise: string) =>
  given !== undefined && SHAPE.test(given) ? given : otherwise;
