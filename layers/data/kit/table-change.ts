import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { EntityItem } from 'electrodb';
import { BulkActionEntity, type StoredBulkAction } from '../bulk-actions/bulk-actions.ts';
import { type EndedCommand, EndedCommandEntity } from '../consoles/commands.ts';
import { NotificationEntity, type StoredNotification } from '../dealer-settings/notifications.ts';
import { DealerMoveEntity, type StoredDealerMove } from '../dealers/dealer-moves.ts';
import { ProtocolLogEntity } from '../history/protocol-log.ts';
import { EventEntity } from '../history/unit-log.ts';
import { ReminderEntity, type StoredReminder } from '../reminders/reminders.ts';
import { type StoredUnit, UnitEntity } from '../units/units.ts';
import { type StoredUser, UserEntity } from '../users/users.ts';

interface Change<Entity extends string, Item> {
  entity: Entity;
  before: Item | undefined;
  after: Item | undefined;
}

/** A change of an item that something follows from, as the domain sees it. */
export type TableChange =
  | Change<'bulkAction', StoredBulkAction>
  | Change<'reminder', StoredReminder>
  | Change<'endedCommand', EndedCommand>
  | Change<'dealerMove', StoredDealerMove>
  | Change<'notification', StoredNotification>
  | Change<'user', StoredUser>
  | Change<'unit', StoredUnit>
  | Change<'event', EntityItem<typeof EventEntity>>
  | Change<'protocolLog', EntityItem<typeof ProtocolLogEntity>>;

type Image = Record<string, unknown>;

/** The change that a stream record tells of; undefined for items that nothing follows from. */
export function tableChange({ dynamodb }: DynamoDBRecord): TableChange | undefined {
  const before = plain(dynamodb?.OldImage);
  const after = plain(dynamodb?.NewImage);
  // ElectroDB writes the entity's name into each item under this name.
  const entity = (after ?? before)?.__edb_e__;
  const both = <Item>(parse: (image: Image) => Item | null) => ({
    before: before && (parse(before) ?? undefined),
    after: after && (parse(after) ?? undefined),
  });
  switch (entity) {
    case 'bulkAction':
      return { entity, ...both((Item) => BulkActionEntity.parse({ Item }).data) };
    case 'reminder':
      return { entity, ...both((Item) => ReminderEntity.parse({ Item }).data) };
    case 'endedCommand':
      return { entity, ...both((Item) => EndedCommandEntity.parse({ Item }).data) };
    case 'dealerMove':
      return { entity, ...both((Item) => DealerMoveEntity.parse({ Item }).data) };
    case 'notification':
      return { entity, ...both((Item) => NotificationEntity.parse({ Item }).data) };
    case 'user':
      return { entity, ...both((Item) => UserEntity.parse({ Item }).data) };
    case 'unit':
      return { entity, ...both((Item) => UnitEntity.parse({ Item }).data) };
    case 'event':
      return { entity, ...both((Item) => EventEntity.parse({ Item }).data) };
    case 'protocolLog':
      return { entity, ...both((Item) => ProtocolLogEntity.parse({ Item }).data) };
    default:
      return undefined;
  }
}

const plain = (image: unknown) => (image ? (unmarshall(image as Record<string, AttributeValue>) as Image) : undefined);
