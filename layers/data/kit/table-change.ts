import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { SECOND } from '#core/time.ts';
import type { Images } from './area.ts';

/** ElectroDB writes the entity's name into each item under this name. */
export const ENTITY_ATTRIBUTE = '__edb_e__';

/** The longest sequence number ("StreamRecord", DynamoDB Streams). */
const SEQUENCE_DIGITS = 40;

/** The entity of the item that a stream record is about, and the item before and after the change. */
export function tableChange({ dynamodb, eventID = '' }: Pick<DynamoDBRecord, 'dynamodb' | 'eventID'>): {
  entity: string;
  images: Images;
} {
  const seconds = dynamodb?.ApproximateCreationDateTime;
  const images = {
    before: plain(dynamodb?.OldImage),
    after: plain(dynamodb?.NewImage),
    changeId: eventID,
    sequence: (dynamodb?.SequenceNumber ?? '').padStart(SEQUENCE_DIGITS, '0'),
    ...(seconds !== undefined && { changedAt: Math.floor(seconds) * SECOND }),
  };
  return { entity: String((images.after ?? images.before)?.[ENTITY_ATTRIBUTE]), images };
}

const plain = (image: unknown) =>
  image ? (unmarshall(image as Record<string, AttributeValue>) as Record<string, unknown>) : undefined;
