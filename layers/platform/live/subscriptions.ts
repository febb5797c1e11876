import { AppError } from '#core/errors.ts';
import type { Topic } from '#core/live/messages.ts';
import type { Scope } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import type { Subscriber } from '#data/live/live.ts';
import { scopeOfSession } from '../session/sign-in.ts';
import { requireTopic } from './topic-right.ts';

/** The scope of a subscriber who may read the topic; else that their session has ended, or why the topic is refused. */
type TopicAccess = { scope: Scope } | 'session ended' | AppError;

/** So that not every message reads what its topic is about. Lost access is noticed within this time. */
const ACCESS_CACHE_MS = 30 * SECOND;

interface CachedAccess {
  /** The scope that was checked, as text. */
  scope: string;
  /** Undefined if the subscriber may read the topic. Messages in a row await one promise, so that they keep their order. */
  refusal: Promise<AppError | undefined>;
}
const cache = new TtlCache<CachedAccess>();

export async function accessTo(topic: Topic, { connectionId, sessionId }: Subscriber): Promise<TopicAccess> {
  const now = Date.now();
  const scope = await scopeOfSession(sessionId, now).catch(undefinedIfEnded);
  if (!scope) return 'session ended';
  const scopeText = JSON.stringify(scope);
  const key = `${connectionId} ${topic}`;
  const cached = cache.get(key, now);
  // The scope is compared, since a session can lose flags or be shown as another dealer.
  if (cached?.scope === scopeText) return (await cached.refusal) ?? { scope };
  const refusal = requireTopic(scope, topic).then(() => undefined, refusalOf);
  cache.set(key, { scope: scopeText, refusal }, now + ACCESS_CACHE_MS);
  // A refusal ends the subscription, and a failed read is repeated: neither stays in the cache.
  refusal.then(
    (refused) => refused && cache.delete(key),
    () => cache.delete(key),
  );
  return (await refusal) ?? { scope };
}

function undefinedIfEnded(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return undefined;
  throw error;
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return error;
  throw error;
}
