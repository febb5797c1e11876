import { randomBytes } from 'node:crypto';
import { Entity, type EntityItem } from 'electrodb';
import type { Asked } from '#core/auth/asked.ts';
import type { RolloutMark } from '#core/rollouts/hold.ts';
import { instant } from '#core/time.ts';
import { messageId, messageKey } from '#core/unit-configuration/sync-queue.ts';
import { MESSAGE_TYPES, type MessageType } from '#core/unit-messages/common-reports.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { jsonOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** A message that waits for its unit. It is deleted when the unit has done it. */
export const SyncMessageEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'syncMessage', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** The serial number in hexadecimal, then an id that sorts by time. */
      MessageKeyHex: requiredText,
      MessageType: { type: MESSAGE_TYPES, required: true },
      /** The unit gets it at its first appropriate ping from then on. */
      Scheduled: requiredText,
      content: { ...jsonOf<Values>(), required: true },
      /** The unit's dealer at the time. */
      DealerKey: requiredNumber,
      started: { type: 'boolean', required: true },
      progress: jsonOf<{ value: number; max: number }>(),
      /** There for a message of a rollout. */
      rollout: jsonOf<RolloutMark>(),
      /** There for a message of a rollout that a person has ordered too. The rollout only counts what becomes of it. */
      joinedRollout: jsonOf<RolloutMark>(),
      /** Who ordered it, each of them once. Absent for what belongs to the dealer of the unit. */
      asked: jsonOf<Asked | readonly Asked[]>(),
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['MessageKeyHex']) },
  },
  at,
);
export type SyncMessage = EntityItem<typeof SyncMessageEntity>;

export interface NewMessage {
  MessageType: MessageType;
  content: Values;
  /** Absent: from now on. */
  Scheduled?: string;
  /** The rollout that sends it. */
  rollout?: RolloutMark;
  /** Who orders it, if it must not outlast their access. */
  asked?: Asked | undefined;
}

/** A message for the unit, with its key. */
export const messageFor = (
  { UnitSerNum, DealerKey }: UnitRecord,
  { asked, ...message }: NewMessage,
  now: number,
): SyncMessage => ({
  Scheduled: instant(now),
  ...message,
  ...(asked && { asked: [asked] }),
  UnitSerNum,
  DealerKey,
  MessageKeyHex: messageKey(UnitSerNum, keyId(now)),
  started: false,
});

/** Those who ordered the message; undefined for what belongs to the dealer of the unit. A message from before others could join it has one, not in a list. */
export const askersOf = ({ asked }: Pick<SyncMessage, 'asked'>): readonly Asked[] | undefined =>
  asked && [asked].flat();

/** The rollout that counts what becomes of the message. */
export const countedIn = ({ rollout, joinedRollout }: Pick<SyncMessage, 'rollout' | 'joinedRollout'>) =>
  rollout ?? joinedRollout;

/** Twenty hexadecimal digits: the time, then chance. */
export const keyId = (now: number) => messageId(now, randomBytes(4).toString('hex'));

/** All that waits for the unit, the oldest first. */
export async function allMessages(UnitSerNum: string): Promise<SyncMessage[]> {
  const { data } = await SyncMessageEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
  return data;
}
