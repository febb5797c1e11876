import { AppError } from '#core/errors.ts';
import { ClientMessage, Refused } from '#core/live/messages.ts';
import { MINUTE } from '#core/time.ts';
import { unprintableParts } from '#core/unprintable.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { liveStore } from '#data/live/live.ts';
import { logger } from '#platform/aws/observability.ts';
import { sendTo } from '#platform/live/publish.ts';
import { requireTopic } from '#platform/live/topic-right.ts';
import { scopeOfSession } from '#platform/session/sign-in.ts';
import { command } from './command.ts';
import { custody } from './custody.ts';

/** Far more than a command with its token needs. API Gateway would accept 128 KB. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Messages of a session in all its connections. A page sends one for each topic that it follows, and a few a minute after that. */
const MESSAGE_LIMIT = { kind: 'liveMessage', most: 600, window: MINUTE } as const;
const TOO_MANY_MESSAGES = 'Too many messages. Please wait a minute';
const NOT_UNDERSTOOD = 'The message was not understood';

type Message = ReturnType<typeof ClientMessage.parse>;

/** Handles a message of a browser and answers it; a refused message is answered with the reason. */
export async function handleMessage(connectionId: string, body: string | undefined): Promise<void> {
  const isTooLong = Buffer.byteLength(body ?? '') > MAX_MESSAGE_BYTES;
  const given = isTooLong ? namesIn(body) : parseJson(body);
  try {
    if (isTooLong) throw new AppError('TOO_LARGE', 'The message is too long');
    await answer(connectionId, understood(given));
  } catch (error) {
    const known = error instanceof AppError ? error : unexpected(error);
    // Without them, a console would wait for its answer in vain.
    const { topic, requestId } = Refused.parse(given);
    await sendTo(connectionId, {
      action: 'refused',
      code: known.code,
      message: known.message,
      ...(topic !== undefined && { topic }),
      ...(requestId !== undefined && { requestId }),
    });
  }
}

const isChange = (message: Message) =>
  message.action === 'command' || (message.action === 'custody' && message.act !== 'look');

async function answer(connectionId: string, message: Message): Promise<void> {
  const now = Date.now();
  const connection = await liveStore.connection(connectionId);
  if (!connection) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (!(await attemptStore.count(MESSAGE_LIMIT, connection.sessionId, now)))
    throw new AppError('TOO_MANY', TOO_MANY_MESSAGES);
  const scope = await scopeOfSession(connection.sessionId, now, { changes: isChange(message) });
  switch (message.action) {
    case 'ping':
      return sendTo(connectionId, { action: 'pong' });
    case 'subscribe':
      await requireTopic(scope, message.topic);
      await liveStore.subscribe(message.topic, connection, now);
      return sendTo(connectionId, { action: 'subscribed', topic: message.topic });
    case 'unsubscribe':
      await liveStore.unsubscribe(message.topic, connectionId);
      return sendTo(connectionId, { action: 'unsubscribed', topic: message.topic });
    case 'custody':
      return custody(connectionId, scope, message);
    case 'command':
      return command(connectionId, scope, message);
  }
}

function understood(given: unknown): Message {
  const { data } = ClientMessage.safeParse(given);
  if (!data) throw new AppError('INVALID', NOT_UNDERSTOOD);
  const issues = unprintableParts(data);
  if (issues.length > 0) throw new AppError('INVALID', `${issues[0]!.path}: ${issues[0]!.message}`, issues);
  return data;
}

/** What the refusal of a message repeats, without parsing it. */
const namesIn = (body = ''): unknown => ({
  topic: /"topic"\s*:\s*"([a-z-]{1,40}:[\w-]{1,40})"/.exec(body)?.[1],
  requestId: /"requestId"\s*:\s*"([\w-]{1,40})"/.exec(body)?.[1],
});

/** The value of the text; undefined if it is no JSON. */
function parseJson(body = ''): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function unexpected(error: unknown): AppError {
  logger.error('A live message failed', error as Error);
  return new AppError('INTERNAL', 'An error occured. Please try again.');
}
