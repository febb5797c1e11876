import { AppError } from '#core/errors.ts';
import { ClientMessage, Refused } from '#core/live/messages.ts';
import { MINUTE } from '#core/time.ts';
import { unprintableParts } from '#core/unprintable.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { type LiveConnection, liveStore } from '#data/live/live.ts';
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
/** Those above the limit that are answered. A page needs the answer, to ask for its topics again. */
const REFUSAL_LIMIT = { kind: 'liveRefusal', most: 600, window: MINUTE } as const;
const TOO_MANY_MESSAGES = 'Too many messages. Please wait a minute';
const NOT_UNDERSTOOD = 'The message was not understood';

type Message = ReturnType<typeof ClientMessage.parse>;
/** What a refusal repeats of the message. Without it, a console would wait for its answer in vain. */
type Names = ReturnType<typeof Refused.parse>;

/**
 * Handles a message of a browser and answers it; a refused message is answered with the reason. It is counted before it is read. Far too many get no answer.
 */
export async function handleMessage(connectionId: string, body = ''): Promise<void> {
  let names: Names = {};
  try {
    const now = Date.now();
    const connection = await liveStore.connection(connectionId);
    const sender = connection?.sessionId ?? connectionId;
    if (!(await attemptStore.count(MESSAGE_LIMIT, sender, now))) {
      if (!(await attemptStore.count(REFUSAL_LIMIT, sender, now))) return;
      names = namesIn(body);
      throw new AppError('TOO_MANY', TOO_MANY_MESSAGES);
    }
    if (Buffer.byteLength(body) > MAX_MESSAGE_BYTES) {
      names = namesIn(body);
      throw new AppError('TOO_LARGE', 'The message is too long');
    }
    const given = parseJson(body);
    names = Refused.parse(given);
    const message = understood(given);
    if (!connection) throw new AppError('UNAUTHENTICATED', 'Please sign in');
    await answer(connection, message, now);
  } catch (error) {
    const known = error instanceof AppError ? error : unexpected(error);
    const { topic, requestId } = names;
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

async function answer(connection: LiveConnection, message: Message, now: number): Promise<void> {
  const { connectionId, sessionId } = connection;
  const scope = await scopeOfSession(sessionId, now, { changes: isChange(message) });
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

/** The names in a message, without parsing it. */
const namesIn = (body: string): Names =>
  Refused.parse({
    topic: /"topic"\s*:\s*"([a-z-]{1,40}:[\w-]{1,40})"/.exec(body)?.[1],
    requestId: /"requestId"\s*:\s*"([\w-]{1,40})"/.exec(body)?.[1],
  });

/** The value of the text; undefined if it is no JSON. */
function parseJson(body: string): unknown {
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
