import { Entity, type EntityItem } from 'electrodb';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { deleteAll } from '../kit/batch.ts';
import { afterTransactions, tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { gatheredRead } from '../kit/gathered-reads.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';
import { at, primary } from '../kit/table.ts';

export const LiveConnectionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'liveConnection', version: '1' },
    attributes: {
      connectionId: requiredText,
      sessionId: requiredText,
      /** Those of its subscriptions. Both are written at once, so messages that arrive at the same moment cannot exceed the limit. */
      topics: { type: 'set', items: 'string' },
      /** It follows nothing more, and is deleted when what hangs on it is cleaned up. */
      hasEnded: { type: 'boolean' },
      expiresAt: requiredNumber,
    },
    indexes: { liveConnection: primary(['connectionId'], []) },
  },
  at,
);
export type LiveConnection = EntityItem<typeof LiveConnectionEntity>;

export const SubscriptionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'subscription', version: '1' },
    attributes: { topic: requiredText, connectionId: requiredText, sessionId: requiredText, expiresAt: requiredNumber },
    indexes: { byTopic: primary(['topic'], ['connectionId']) },
  },
  at,
);

/** Says that somebody follows the topic. It is written before each subscription, and stays for three hours, which is longer than a subscription lives. */
const HeardTopicEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'heardTopic', version: '1' },
    attributes: { topic: requiredText, expiresAt: requiredNumber },
    indexes: { heardTopic: primary(['topic'], []) },
  },
  at,
);

/** A browser's connection and its session. */
export type Subscriber = Pick<LiveConnection, 'connectionId' | 'sessionId'>;

/** API Gateway ends every WebSocket connection after two hours. */
const CONNECTION_LIFETIME_MS = 2 * HOUR;
/** Longer than a subscription, whatever the clocks of those who write them say. */
const HEARD_MS = 3 * HOUR;

/** Many times what a page follows. */
const MAX_TOPICS = 100;

const entities = { connection: LiveConnectionEntity, subscription: SubscriptionEntity };

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

  /** Undefined once it has ended. */
  async connection(connectionId: string): Promise<LiveConnection | undefined> {
    const { data } = await LiveConnectionEntity.get({ connectionId }).go({ consistent: true });
    return data && !data.hasEnded ? data : undefined;
  },

  /** Ends a connection: it gets no other topic. Returns its topics, again until `forget`, so that a clean-up that failed can be repeated. */
  async end(connectionId: string): Promise<string[]> {
    const ended = await tryWrite(
      afterTransactions(() =>
        LiveConnectionEntity.patch({ connectionId }).set({ hasEnded: true }).go({ response: 'all_new' }),
      ),
    );
    return ended?.data?.topics ?? [];
  },

  /** Deletes a connection that has ended, and its subscriptions to the topics. */
  async forget(connectionId: string, topics: readonly string[]): Promise<void> {
    await deleteAll(
      SubscriptionEntity,
      topics.map((topic) => ({ topic, connectionId })),
    );
    await LiveConnectionEntity.delete({ connectionId }).go();
  },

  /** UNAUTHENTICATED if the connection has ended, TOO_MANY if it has as many topics as a browser can follow. */
  async subscribe(topic: string, { connectionId, sessionId }: Subscriber, now: number): Promise<void> {
    const expiresAt = inSeconds(now + CONNECTION_LIFETIME_MS);
    const subscription = { topic, connectionId, sessionId, expiresAt };
    await HeardTopicEntity.put({ topic, expiresAt: inSeconds(now + HEARD_MS) }).go();
    const refusal = await tryChange({ entities }, (to) => [
      to.connection
        .patch({ connectionId })
        .add({ topics: [topic] })
        .where(
          ({ topics, hasEnded }, { notExists, contains, size, escape: constant }) =>
            `${notExists(hasEnded)} AND (${notExists(topics)} OR ${contains(topics, topic as never)} OR ${size(topics)} < ${constant(MAX_TOPICS)})`,
        )
        .commit(),
      to.subscription.put(subscription).commit(),
    ]);
    if (!refusal) return;
    if (await this.connection(connectionId)) throw new AppError('TOO_MANY', 'You follow too many things at once');
    throw new AppError('UNAUTHENTICATED', 'Please sign in');
  },

  async unsubscribe(topic: string, connectionId: string): Promise<void> {
    const refusal = await tryChange({ entities }, (to) => [
      to.connection
        .patch({ connectionId })
        .delete({ topics: [topic] })
        .commit(),
      to.subscription.delete({ topic, connectionId }).commit(),
    ]);
    if (refusal) await afterTransactions(() => SubscriptionEntity.delete({ topic, connectionId }).go());
  },

  /** False if nobody follows the topic. It is for a process that publishes much which nobody hears: it shares its request with other reads. */
  async isHeard(topic: string): Promise<boolean> {
    return (await gatheredRead(HeardTopicEntity, { topic })) !== undefined;
  },

  async subscribers(topic: string): Promise<Subscriber[]> {
    const { data } = await SubscriptionEntity.query.byTopic({ topic }).go({ pages: 'all', consistent: true });
    return data;
  },
};
