import type { DynamoDBRecord } from 'aws-lambda';
import { underCorrelation } from '#data/kit/correlation.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { logger } from './observability.ts';

/** Runs `work` under a correlation id. Each of its log lines and messages, and what it stores, carries the id. */
export function correlated<Result>(correlationId: string, work: () => Promise<Result>): Promise<Result> {
  logger.appendKeys({ correlationId });
  return underCorrelation(correlationId, work);
}

const SHAPE = /^[\w-]{8,64}$/;

/** The caller's id if it is well-formed, else `otherwise`, so that callers cannot write anything else into the logs. */
export const acceptCorrelationId = (given: string | undefined, otherwise: string) =>
  given !== undefined && SHAPE.test(given) ? given : otherwise;

/**
 * The correlation id of a change of the table: that of the write. The deletion of an item stores no id, so the change has its own, as has a
 * write outside a call.
 */
export function correlationOf(record: DynamoDBRecord): string {
  const stored = tableChange(record).images.after?.correlationId;
  return acceptCorrelationId(typeof stored === 'string' ? stored : undefined, record.eventID ?? 'none');
}
