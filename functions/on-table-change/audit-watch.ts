import type { DynamoDBRecord } from 'aws-lambda';
import { keyPrefixOf, ONLY_ADDED } from '#data/kit/table.ts';
import { logger, measureChangedEntries } from '#platform/aws/observability.ts';

/** DynamoDB deletes expired items under this name. */
const EXPIRY = 'dynamodb.amazonaws.com';

/**
 * Reports entries of the audit, and the lines that list them, that were changed or deleted. A policy cannot refuse a put that replaces an entry (infra/table-rights.ts),
 * and operators can do anything.
 */
export function reportChangedEntries(records: readonly DynamoDBRecord[]): void {
  const changed = records.filter(isChangedEntry);
  for (const { eventName, dynamodb } of changed)
    logger.error('An audit entry was changed or deleted', { change: eventName, key: dynamodb?.Keys });
  if (changed.length > 0) measureChangedEntries(changed.length);
}

const isChangedEntry = ({ dynamodb, userIdentity }: DynamoDBRecord) =>
  ONLY_ADDED.some((group) => dynamodb?.OldImage?.pk?.S?.startsWith(keyPrefixOf(group))) &&
  userIdentity?.principalId !== EXPIRY;
