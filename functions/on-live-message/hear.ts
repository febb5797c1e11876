import { holding, mayAccess } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { AppError } from '#core/errors.ts';
import { ClientMessage, parseTopic, type Topic } from '#core/live/messages.ts';
import type { Scope } from '#core/scope.ts';
import { units } from '#core/units/contract.ts';
import { bulkActionStore } from '#data/bulk-actions.ts';
import { liveStore } from '#data/live.ts';
import { unitStore } from '#data/units.ts';
import { logger } from '#platform/observability.ts';
import { sayTo } from '#platform/publish.ts';
import { scopeOfSession } from '#platform/sign-in.ts';
import { command } from './command.ts';

type Heard = ReturnType<typeof ClientMessage.parse>;

/** Does what a browser says and answers it; what cannot be done is answered with the reason. */
export async function hear(connectionId: string, body: string | undefined): Promise<void> {
  let message: Heard | undefined;
  try {
    message = understand(body);
    await answer(connectionId, message);
  } catch (error) {
    const known = error instanceof AppError ? error : unexpected(error);
    await sayTo(connectionId, {
      action: 'refused',
      code: known.code,
      message: known.message,
      ...(message && 'topic' in message && { topic: message.topic }),
      ...(message && 'commandId' in message && { commandId: message.commandId }),
    });
  }
}

async function answer(connectionId: string, message: Heard): Promise<void> {
  const now = Date.now();
  const connection = await liveStore.connection(connectionId);
  if (!connection) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const scope = await scopeOfSession(connection.sessionId, now);
  switch (message.action) {
    case 'ping':
      return sayTo(connectionId, { action: 'pong' });
    case 'subscribe':
      await requireTopic(scope, message.topic);
      await liveStore.subscribe(message.topic, connection, now);
      return sayTo(connectionId, { action: 'subscribed', topic: message.topic });
    case 'unsubscribe':
      await liveStore.unsubscribe(message.topic, connectionId);
      return sayTo(connectionId, { action: 'unsubscribed', topic: message.topic });
    case 'command':
      return command(scope, message);
  }
}

/** Who may hear a topic: those who may read what it is about. */
const HEARD_BY = {
  console: units.get.access,
  'debug-log': units.get.access,
  'invalid-messages': holding('ENGINEER'),
  'bulk-action': bulkActions.detail.access,
};

async function requireTopic(scope: Scope, topic: Topic): Promise<void> {
  const { kind, subject } = parseTopic(topic);
  if (!mayAccess(HEARD_BY[kind], scope)) throw new AppError('FORBIDDEN', 'You do not have access to this');
  if (kind === 'console' || kind === 'debug-log') await unitStore.get(scope, subject);
  if (kind === 'bulk-action') await bulkActionStore.get(scope, subject);
}

function understand(body: string | undefined): Heard {
  try {
    return ClientMessage.parse(JSON.parse(body ?? ''));
  } catch {
    throw new AppError('INVALID', 'The message was not understood');
  }
}

function unexpected(error: unknown): AppError {
  logger.error('A live message failed', error as Error);
  return new AppError('INTERNAL', 'An error occured. Please try again.');
}
