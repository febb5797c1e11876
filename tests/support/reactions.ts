import type { DynamoDBRecord } from 'aws-lambda';
import { AREAS } from '#data/areas.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { tools } from '#functions/on-reaction/tools.ts';
import { TABLE_STREAM } from '#infra/wiring.ts';
import { invoke } from '#support/invoke.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';

// A queue of this file's own, so that no other file takes its reactions.
const { url } = await aQueue();
const LATER = Object.values(AREAS).flatMap(({ reactions = [] }) =>
  reactions.filter(({ delaySeconds }) => delaySeconds !== undefined),
);

interface Answer {
  batchItemFailures: unknown[];
}

/** Sends the reactions to the changes to the queue, in events of the size that the stream delivers, and returns its messages. */
export async function reactionsTo(Records: readonly DynamoDBRecord[]) {
  process.env.REACTION_QUEUE_URL = url;
  process.env.ALARM_REACTION_QUEUE_URL = url;
  const answer: Answer = { batchItemFailures: [] };
  for (let start = 0; start < Records.length; start += TABLE_STREAM.batchSize) {
    const batch = Records.slice(start, start + TABLE_STREAM.batchSize);
    const { batchItemFailures } = (await invoke('on-table-change', { Records: batch })) as Answer;
    answer.batchItemFailures.push(...batchItemFailures);
  }
  return { answer, messages: await takeAll(url) };
}

/** Follows table changes to the end: nothing may fail. The changes arrive `times` times. */
export async function follow(Records: readonly DynamoDBRecord[], { times = 1 } = {}): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { answer, messages } = await reactionsTo(Records);
    const answers = [answer];
    for (const message of messages) answers.push((await invoke('on-reaction', eventOf(message))) as Answer);
    const failed = answers.filter(({ batchItemFailures }) => batchItemFailures.length > 0);
    if (failed.length > 0) throw new Error('What follows a change failed', { cause: failed });
  }
}

/** Runs every area's reaction to a deleted user. */
export async function runDeleteWithUser(UserKey: string): Promise<void> {
  for (const { reactions = [] } of Object.values(AREAS))
    for (const { entity, react } of reactions)
      if (entity === 'user') await react({ UserKey }, undefined as never, Date.now());
}

/** Runs the reactions to the changes that run later, as if their delay were over. Each message arrives `times` times. */
export async function followLater(Records: readonly DynamoDBRecord[], { times = 1 } = {}): Promise<void> {
  for (const record of Records) {
    const { entity, images } = tableChange(record);
    for (const reaction of LATER.filter((one) => one.entity === entity)) {
      const message = reaction.messageOf(images, Date.now());
      for (let time = 0; message && time < times; time++) await reaction.react(message, tools, Date.now());
    }
  }
}
