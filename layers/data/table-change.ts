import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { BulkActionEntity, type StoredBulkAction } from './bulk-actions.ts';
import { type EndedCommand, EndedCommandEntity } from './commands.ts';
import { ReminderEntity, type StoredReminder } from './reminders.ts';

interface Change<Entity extends string, Item> {
  entity: Entity;
  before: Item | undefined;
  after: Item | undefined;
}

/** A change of an item that something follows from, as the domain sees it. */
export type TableChange =
  | Change<'bulkAction', StoredBulkAction>
  | Change<'reminder', StoredReminder>
  | Change<'endedCommand', EndedCommand>;

type Image = Record<string, unknown>;

/** The change that a stream record tells of; undefined for items that nothing follows from. */
export function tableChange({ dynamodb }: DynamoDBRecord): TableChange | undefined {
  const before = plain(dynamodb?.OldImage);
  const after = plain(dynamodb?.NewImage);
  // ElectroDB writes the entity's name into each item under this name.
  const entity = (after ?? before)?.__edb_e__;
  if (entity === 'bulkAction') return { entity, before: bulkAction(before), after: bulkAction(after) };
  if (entity === 'reminder') return { entity, before: reminder(before), after: reminder(after) };
  if (entity === 'endedCommand') return { entity, before: endedCommand(before), after: endedCommand(after) };
  return undefined;
}

const bulkAction = (Item: Image | undefined) => Item && (BulkActionEntity.parse({ Item }).data ?? undefined);
const reminder = (Item: Image | undefined) => Item && (ReminderEntity.parse({ Item }).data ?? undefined);

const endedCommand = (Item: Image | undefined) => Item && (EndedCommandEntity.parse({ Item }).data ?? undefined);

const plain = (image: unknown) => (image ? (unmarshall(image as Record<string, AttributeValue>) as Image) : undefined);
