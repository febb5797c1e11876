import { createHash, randomBytes } from 'node:crypto';
import { Entity, type EntityItem } from 'electrodb';
import { HOUR, SECOND } from '#core/time.ts';
import { deleteAll } from '../kit/batch.ts';
import { isConditionFailure } from '../kit/conditions.ts';
import { at, primary, secondary } from '../kit/table.ts';

const requiredText = { type: 'string', required: true } as const;
const requiredNumber = { type: 'number', required: true } as const;

/** Opens one live connection, once, within half a minute. Only its hash is stored. */
export const LiveTicketEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'liveTicket', version: '1' },
    attributes: {
      ticketHash: requiredText,
      sessionId: requiredText,
      validUntil: requiredNumber,
      expiresAt: requiredNumber,
    },
    indexes: { liveTicket: primary(['ticketHash'], []) },
  },
  at,
);

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

/** A browser's connection, and the session that it was opened in. */
export type Subscriber = Pick<LiveConnection, 'connectionId' | 'sessionId'>;

const TICKET_LIFE = 30 * SECOND;
/** API Gateway ends every WebSocket connection after two hours. */
const CONNECTION_LIFETIME_MS = 2 * HOUR;

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('base64url');
const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

export const liveStore = {
  async issueTicket(sessionId: string, now: number): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    const validUntil = now + TICKET_LIFE;
    await LiveTicketEntity.create({
      ticketHash: hash(ticket),
      sessionId,
      validUntil,
      expiresAt: inSeconds(validUntil),
    }).go();
    return ticket;
  },

  /** The session that a ticket stands for; undefined when there is no such ticket, it was used or its time is over. */
  async redeemTicket(ticket: string, now: number): Promise<string | undefined> {
    try {
      const { data } = await LiveTicketEntity.remove({ ticketHash: hash(ticket) })
        .where(({ validUntil }, { gte }) => gte(validUntil, now))
        .go({ response: 'all_old' });
      return (data as { sessionId: string } | null)?.sessionId;
    } catch (error) {
      if (isConditionFailure(error)) return undefined;
      throw error;
    }
  },

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

  /** Deletes a connection and its subscriptions. */
  async close(connectionId: string): Promise<void> {
    const { data } = await SubscriptionEntity.query.byConnection({ connectionId }).go({ pages: 'all' });
    await deleteAll(
      SubscriptionEntity,
      data.map(({ topic }) => ({ topic, connectionId })),
    );
    await LiveConnectionEntity.delete({ connectionId }).go();
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
