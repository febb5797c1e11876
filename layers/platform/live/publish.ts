import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { CUSTODY_CHANGED } from '#core/consoles/custody.ts';
import { consoleTopic, parseTopic, type ServerMessage, type Topic, visibleTo } from '#core/live/messages.ts';
import { freeCustody } from '#data/consoles/custody-record.ts';
import { consoleSessionStore } from '#data/consoles/sessions.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { liveStore, type Subscriber } from '#data/live/live.ts';
import { env } from '../aws/env.ts';
import { logger } from '../aws/observability.ts';
import { accessTo } from './subscriptions.ts';

/** Short, so that a gateway that does not answer does not delay the sender. For each of three tries. */
const REQUEST_TIMEOUT_MS = 2_000;

let gateway: ApiGatewayManagementApiClient | undefined;

/** Sends a message to one browser, of a topic that it follows or an answer. Deletes a connection that is gone. */
export async function sendTo(connectionId: string, message: ServerMessage, topic?: Topic): Promise<void> {
  gateway ??= new ApiGatewayManagementApiClient({
    endpoint: env('LIVE_ENDPOINT'),
    ...withRequestTimeout(REQUEST_TIMEOUT_MS),
  });
  try {
    await gateway.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(message) }));
  } catch (error) {
    if (error instanceof GoneException) await endConnection(connectionId, topic);
    else logger.warn('A live message was not delivered', error as Error);
  }
}

/**
 * Sends a message to the subscribers of a topic, to each the part that they may see. Deletes the connection of an ended session. Ends the
 * subscription of a user who may no longer read the topic, with the same refusal as for a new subscription.
 */
export async function publish(topic: Topic, message: unknown): Promise<void> {
  const subscribers = await liveStore.subscribers(topic);
  await Promise.all(subscribers.map((subscriber) => deliver(topic, message, subscriber)));
}

async function deliver(topic: Topic, message: unknown, subscriber: Subscriber): Promise<void> {
  const { connectionId } = subscriber;
  const access = await accessTo(topic, subscriber);
  if (access === 'session ended') return endConnection(connectionId, topic);
  if ('scope' in access) {
    const engineer = access.scope.flags.includes('ENGINEER');
    return sendTo(connectionId, { topic, message: visibleTo({ engineer }, message) }, topic);
  }
  await liveStore.unsubscribe(topic, connectionId);
  return sendTo(connectionId, { action: 'refused', code: access.code, message: access.message, topic });
}

/** Says to all consoles of a unit that the custody has changed. */
export const tellCustody = (UnitSerNum: string) => publish(consoleTopic(UnitSerNum), CUSTODY_CHANGED);

/**
 * Deletes a connection, ends its console sessions, and frees the consoles that it held. `followed` is a topic that it is known to follow. If it fails,
 * the next message to the connection repeats it.
 */
export async function endConnection(connectionId: string, followed?: Topic): Promise<void> {
  const topics = new Set([...(await liveStore.end(connectionId)), ...(followed ? [followed] : [])]);
  const consoles = [...topics].map(parseTopic).filter(({ kind }) => kind === 'console');
  await Promise.all(
    consoles.map(async ({ subject }) => {
      await consoleSessionStore.end(subject, connectionId, Date.now());
      if (await freeCustody(subject, connectionId)) await tellCustody(subject);
    }),
  );
  await liveStore.forget(connectionId, [...topics]);
}
