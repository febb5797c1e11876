import { Entity, type EntityItem } from 'electrodb';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { deleteAll } from '../kit/batch.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';
import { at, primary, secondary } from '../kit/table.ts';

export const LiveConnectionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'liveConnection', version: '1' },
    attributes: { connectionId: requiredText, sessionId: requiredText, expiresAt: requiredNumber },
    indexes: { liveConnection: primary(['connectionId'], []) },
  },
  at,
);
export type LiveConnection = EntityItem<typeof LiveConnectionEntity>;

export const SubscriptionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'subscription', version: '1' },
    attributes: { topic: requiredText, connectionId: requiredText, sessionId: requiredText, expiresAt: requiredNumber },
    indexes: {
      byTopic: primary(['topic'], ['connectionId']),
      byConnection: secondary('gsi1', ['connectionId'], ['topic']),
    },
  },
  at,
);

/** A browser's connection and its session. */
export type Subscriber = Pick<LiveConnection, 'connectionId' | 'sessionId'>;

/** API Gateway ends every WebSocket connection after two hours. */
const CONNECTION_LIFETIME_MS = 2 * HOUR;

/** Many times what a page follows. */
const MAX_TOPICS = 100;

const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/** Each opens one live connection. */
const tickets = oneTimeTokens('liveTicket', z.object({ sessionId: z.string() }), 30 * SECOND);

export const liveStore = {
  issueTicket: (sessionId: string, now: number): Promise<string> => tickets.issue({ sessionId }, now),

  /** The session of a ticket; undefined if there is no such ticket, or it was used or has expired. */
  redeemTicket: async (ticket: string, now: number): Promise<string | undefined> =>
    (await tickets.take(ticket, now))?.sessionId,

  async open(connectionId: string, sessionId: string, now: number): Promise<void> {
    await LiveConnectionEntity.put({
      connectionId,
      sessionId,
      expiresAt: inSeconds(now + CONNECTION_LIFETIME_MS),
    }).go();
  },

  async connection(connectionId: string): Promise<LiveConnection | undefined> {
    const { data } = await LiveConnectionEntity.get({ connectionId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Deletes a connection and its subscriptions. Returns their topics. */
  async close(connectionId: string): Promise<string[]> {
    const { data } = await SubscriptionEntity.query.byConnection({ connectionId }).go({ pages: 'all' });
    await deleteAll(
      SubscriptionEntity,
      data.map(({ topic }) => ({ topic, connectionId })),
    );
    await LiveConnectionEntity.delete({ connectionId }).go();
    return data.map(({ topic }) => topic);
  },

  /** TOO_MANY if the connection has as many topics as a browser can follow. */
  async requireRoom(connectionId: string): Promise<void> {
    const { data } = await SubscriptionEntity.query.byConnection({ connectionId }).go({ count: MAX_TOPICS });
    if (data.length >= MAX_TOPICS) throw new AppError('TOO_MANY', 'You follow too many things at once');
  },

  async subscribe(topic: string, { connectionId, sessionId }: Subscriber, now: number): Promise<void> {
    await SubscriptionEntity.put({
      topic,
      connectionId,
      sessionId,
      expiresAt: inSeconds(now + CONNECTION_LIFETIME_MS),
    }).go();
  },

  async unsubscribe(topic: string, connectionId: string): Promise<void> {
    await SubscriptionEntity.delete({ topic, connectionId }).go();
  },

  async subscribers(topic: string): Promise<Subscriber[]> {
    const { data } = await SubscriptionEntity.query.byTopic({ topic }).go({ pages: 'all', consistent: true });
    return data;
  },
};
