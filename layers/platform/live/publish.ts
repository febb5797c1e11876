import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { ServerMessage, Topic } from '#core/live/messages.ts';
import { type Listener, liveStore } from '#data/live/live.ts';
import { env } from '../aws/env.ts';
import { logger } from '../aws/observability.ts';
import { whyDeaf } from './hearing.ts';

/** A gateway that does not answer is given up, so that it does not hold up who speaks. Milliseconds, for each of three tries. */
const PATIENCE = { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true };

let gateway: ApiGatewayManagementApiClient | undefined;

/** Says something to one browser; a connection that is gone is forgotten. */
export async function sayTo(connectionId: string, message: ServerMessage): Promise<void> {
  gateway ??= new ApiGatewayManagementApiClient({ endpoint: env('LIVE_ENDPOINT'), requestHandler: PATIENCE });
  try {
    await gateway.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(message) }));
  } catch (error) {
    if (error instanceof GoneException) await liveStore.close(connectionId);
    else logger.warn('A live message was not delivered', error as Error);
  }
}

/**
 * Says something to everybody who listens to the topic and still may. Whose session has ended meanwhile hears nothing more; who may
 * not hear the topic any more is told so, once, as if they asked for it now.
 */
export async function publish(topic: Topic, message: unknown): Promise<void> {
  const listeners = await liveStore.listeners(topic);
  await Promise.all(listeners.map((listener) => tell(topic, message, listener)));
}

async function tell(topic: Topic, message: unknown, listener: Listener): Promise<void> {
  const { connectionId } = listener;
  const why = await whyDeaf(topic, listener);
  if (why === undefined) return sayTo(connectionId, { topic, message });
  if (why === 'ended') return liveStore.close(connectionId);
  await liveStore.unsubscribe(topic, connectionId);
  return sayTo(connectionId, { action: 'refused', code: why.code, message: why.message, topic });
}
