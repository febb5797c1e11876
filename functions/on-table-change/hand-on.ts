import type { DynamoDBRecord } from 'aws-lambda';
import { AREAS } from '#data/areas.ts';
import type { Reaction } from '#data/kit/area.ts';
import { tableChange } from '#data/kit/table-change.ts';
import type { Handed } from '#functions/on-reaction/message.ts';
import { env } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';

const REACTIONS = Map.groupBy(
  Object.values(AREAS).flatMap(({ reactions = [] }) => reactions),
  ({ entity }) => entity,
);

/** Sends each reaction that follows a change to the queue. */
export async function handOn(record: DynamoDBRecord): Promise<void> {
  const { entity, images } = tableChange(record);
  for (const reaction of REACTIONS.get(entity) ?? []) {
    const handed = handedTo(reaction, images, record);
    if (handed) await sendMessage(env('REACTION_QUEUE_URL'), handed);
  }
}

/** A change that a reaction cannot judge goes to it whole. It fails there, and the stream continues. */
function handedTo(reaction: Reaction, images: Parameters<Reaction['messageOf']>[0], record: DynamoDBRecord) {
  try {
    const message = reaction.messageOf(images, Date.now());
    return message && ({ reaction: reaction.name, message } satisfies Handed);
  } catch (error) {
    logger.error('A change of the table cannot be judged', { reaction: reaction.name, error: error as Error });
    return { reaction: reaction.name, record } satisfies Handed;
  }
}
