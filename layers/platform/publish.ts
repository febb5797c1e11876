import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { ServerMessage, Topic } from '#core/live/messages.ts';
import { liveStore } from '#data/live.ts';
import { env } from './env.ts';
import { logger } from './observability.ts';
import { isRunning } from './sign-in.ts';

let gateway: ApiGatewayManagementApiClient | undefined;

/** Says something to one browser; a connection that is gone is forgotten. */
export async function sayTo(connectionId: string, message: ServerMessage): Promise<void> {
  gateway ??= new ApiGatewayManagementApiClient({ endpoint: env('LIVE_ENDPOINT') });
  try {
    await gateway.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(message) }));
  } catch (error) {
    if (error instanceof GoneException) await liveStore.close(connectionId);
    else logger.warn('A live message was not delivered', error as Error);
  }
}

/** Says something to everybody who listens to the topic; whose session has ended meanwhile hears nothing more. */
export async function publish(topic: Topic, message: unknown): Promise<void> {
  const now = Date.now();
  const listeners = await liveStore.listeners(topic);
  await Promise.all(
    listeners.map(async ({ connectionId, sessionId }) => {
      if (await isRunning(sessionId, now)) await sayTo(connectionId, { topic, message });
      else await liveStore.close(connectionId);
    }),
  );
}
