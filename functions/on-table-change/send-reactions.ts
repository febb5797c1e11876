import type { DynamoDBRecord } from 'aws-lambda';
import { AREAS } from '#data/areas.ts';
import type { Reaction } from '#data/kit/area.ts';
import { correlationId } from '#data/kit/correlation.ts';
import { tableChange } from '#data/kit/table-change.ts';
import type { ReactionMessage } from '#functions/on-reaction/message.ts';
import { env } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';

const REACTIONS = Map.groupBy(
  Object.values(AREAS).flatMap(({ reactions = [] }) => reactions),
  ({ entity }) => entity,
);

/** Sends each reaction that follows a change to the queue. */
export async function sendReactions(record: DynamoDBRecord): Promise<void> {
  const { entity, images } = tableChange(record);
  for (const reaction of REACTIONS.get(entity) ?? []) {
    const message = messageFor(reaction, images, record);
    if (message) await sendMessage(env('REACTION_QUEUE_URL'), message, reaction.delaySeconds);
  }
}

/** The message for a reaction. If `messageOf` fails, it is the whole record: the reaction then fails instead of the stream. */
function messageFor(reaction: Reaction, images: Parameters<Reaction['messageOf']>[0], record: DynamoDBRecord) {
  try {
    const message = reaction.messageOf(images, Date.now());
    return message && ({ reaction: reaction.name, message } satisfies ReactionMessage);
  } catch (error) {
    logger.error('A reaction cannot read a change of the table', {
      correlationId: correlationId(),
      reaction: reaction.name,
      error: error as Error,
    });
    return { reaction: reaction.name, record } satisfies ReactionMessage;
  }
}
