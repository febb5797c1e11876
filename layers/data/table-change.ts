import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { BulkActionEntity, type StoredBulkAction } from './bulk-actions.ts';

/** A change of an item that something follows from, as the domain sees it. */
export interface TableChange {
  entity: 'bulkAction';
  before: StoredBulkAction | undefined;
  after: StoredBulkAction | undefined;
}

/** The change that a stream record tells of; undefined for items that nothing follows from. */
export function tableChange({ dynamodb }: DynamoDBRecord): TableChange | undefined {
  const before = plain(dynamodb?.OldImage);
  const after = plain(dynamodb?.NewImage);
  if ((after ?? before)?.__edb_e__ !== 'bulkAction') return undefined;
  return { entity: 'bulkAction', before: bulkAction(before), after: bulkAction(after) };
}

const bulkAction = (item: Record<string, unknown> | undefined) =>
  item && (BulkActionEntity.parse({ Item: item }).data as StoredBulkAction);

const plain = (image: unknown) =>
  image ? (unmarshall(image as Record<string, AttributeValue>) as Record<string, unknown>) : undefined;
