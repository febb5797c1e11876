import { Entity, type EntityItem } from 'electrodb';
import type { Reason } from '#core/dealer-settings/notification-settings.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { isConditionFailure } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** One thing that happened and that somebody is written to about. */
export const NotificationEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'notification', version: '1' },
    attributes: {
      /** Names the occurrence: the same one, however often it is noticed, is the same notification. */
      notificationId: { type: 'string', required: true },
      DealerKey: { type: 'number', required: true },
      reason: { type: 'string', required: true },
      to: { type: 'list', items: { type: 'string' }, required: true },
      subject: { type: 'string', required: true },
      text: { type: 'string', required: true },
      state: { type: ['waiting', 'sending', 'sent'] as const, required: true },
      /** Whoever sends it has it until then, in milliseconds. */
      heldUntil: { type: 'number' },
      createdAt: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { notification: primary(['notificationId'], []) },
  },
  at,
);
export type StoredNotification = EntityItem<typeof NotificationEntity>;

const KEPT = 90 * DAY;
/** Longer than a sender can run. */
const HELD = MINUTE;

export const notificationStore = {
  /** Keeps that somebody is to be written to, once for each occurrence. */
  async add(
    notification: Pick<StoredNotification, 'notificationId' | 'DealerKey' | 'to' | 'subject' | 'text'> & {
      reason: Reason;
    },
    now: number,
  ): Promise<void> {
    try {
      await NotificationEntity.create({
        ...notification,
        state: 'waiting',
        createdAt: instant(now),
        expiresAt: Math.floor((now + KEPT) / 1000),
      }).go();
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  },

  /** Takes a notification to send it; undefined where it was sent. Throws where another sender has it now. */
  async take(notificationId: string, now: number): Promise<StoredNotification | undefined> {
    const { data } = await NotificationEntity.get({ notificationId }).go({ consistent: true });
    if (!data || data.state === 'sent') return undefined;
    await NotificationEntity.patch({ notificationId })
      .set({ state: 'sending', heldUntil: now + HELD })
      .where(
        ({ state, heldUntil }, { eq, lt }) =>
          `${eq(state, 'waiting')} OR (${eq(state, 'sending')} AND ${lt(heldUntil, now)})`,
      )
      .go();
    return data;
  },

  async sent(notificationId: string): Promise<void> {
    await NotificationEntity.patch({ notificationId }).set({ state: 'sent' }).remove(['heldUntil']).go();
  },

  /** Gives a notification back that the mail service did not take. */
  async giveBack(notificationId: string): Promise<void> {
    await NotificationEntity.patch({ notificationId }).set({ state: 'waiting' }).remove(['heldUntil']).go();
  },
};
