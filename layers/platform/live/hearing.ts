import { AppError } from '#core/errors.ts';
import type { Topic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import type { Listener } from '#data/live/live.ts';
import { scopeOfSession } from '../session/sign-in.ts';
import { requireTopic } from './topic-right.ts';

/** Why a listener hears a topic no more. */
export type Deafness = 'ended' | AppError;

/** How long an instance believes that a listener may hear a topic, so that not every message reads what it is about. */
const BELIEVED = 30 * SECOND;
const MOST_CACHED = 5_000;

interface Known {
  /** The scope that it is about, as text. */
  scope: string;
  until: number;
  /** Undefined where the listener may. One promise for messages in a row, so that the second does not overtake the first. */
  refusal: Promise<AppError | undefined>;
}
const known = new Map<string, Known>();

/**
 * Why the listener may not hear the topic any more, undefined where they may: their session still runs, and whoever it belongs to now
 * may still read what the topic is about. What changed is noticed within half a minute.
 */
export async function whyDeaf(topic: Topic, { connectionId, sessionId }: Listener): Promise<Deafness | undefined> {
  const now = Date.now();
  const scope = await scopeOfSession(sessionId, now).catch(ended);
  if (!scope) return 'ended';
  const scopeText = JSON.stringify(scope);
  const key = `${connectionId} ${topic}`;
  const cached = known.get(key);
  // A session that was read anew can have lost flags, or be shown as another dealer.
  if (cached && cached.scope === scopeText && cached.until > now) return cached.refusal;
  if (known.size >= MOST_CACHED) known.clear();
  const refusal = requireTopic(scope, topic).then(() => undefined, refused);
  known.set(key, { scope: scopeText, until: now + BELIEVED, refusal });
  // Neither is believed: a refusal ends the subscription, and a table that did not answer is asked again.
  refusal.then(
    (why) => why && known.delete(key),
    () => known.delete(key),
  );
  return refusal;
}

function ended(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return undefined;
  throw error;
}

function refused(error: unknown): AppError {
  if (error instanceof AppError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return error;
  throw error;
}
