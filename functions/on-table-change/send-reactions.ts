import type { DynamoDBRecord } from 'aws-lambda';
import { AREAS } from '#data/areas.ts';
import type { Images, Reaction } from '#data/kit/area.ts';
import { correlationId } from '#data/kit/correlation.ts';
import { tableChange } from '#data/kit/table-change.ts';
import type { ReactionMessage } from '#functions/on-reaction/message.ts';
import { env } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { groupOfChange } from './group.ts';

const REACTIONS = Map.groupBy(
  Object.values(AREAS).flatMap(({ reactions = [] }) => reactions),
  ({ entity }) => entity,
);

/** Sends each reaction that follows a change to the queue. */
export async function sendReactions(record: DynamoDBRecord): Promise<void> {
  const { entity, images } = tableChange(record);
  for (const reaction of REACTIONS.get(entity) ?? []) {
    const sent = reactionTo(images, reaction, record);
    if (sent) await sendMessage(queueOf(sent), sent.message, sent.delaySeconds, groupOfChange(images));
  }
}

interface Sent {
  message: ReactionMessage;
  delaySeconds: number | undefined;
  urgent: boolean;
}

const alarms = () => env('ALARM_REACTION_QUEUE_URL');
const others = () => env('REACTION_QUEUE_URL');
const queueOf = ({ urgent }: Sent) => (urgent ? alarms() : others());

/** The message for a reaction. If the reaction cannot judge the change, it is the whole record: it then fails instead of the stream. */
function reactionTo(
  images: Images,
  { name, messageOf, delaySeconds, isUrgent }: Reaction,
  record: DynamoDBRecord,
): Sent | undefined {
  const now = Date.now();
  try {
    const message = messageOf(images, now);
    if (!message) return undefined;
    const urgent = isUrgent?.(message) ?? false;
    return { message: { reaction: name, message }, delaySeconds: delaySeconds?.(message, now), urgent };
  } catch (error) {
    logger.error('A reaction cannot read a change of the table', {
      correlationId: correlationId(),
      reaction: name,
      error: error as Error,
    });
    return { message: { reaction: name, record }, delaySeconds: undefined, urgent: false };
  }
}
