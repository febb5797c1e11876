import type { DynamoDBRecord } from 'aws-lambda';
import { AREAS } from '#data/areas.ts';
import { invoke } from '#support/invoke.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';

// A queue of this file's own, so that no other file's reactions are taken.
const { url } = await aQueue();

/** Sends what follows the changes to the queue of reactions, and returns what is in it. */
export async function reactionsTo(Records: readonly DynamoDBRecord[]) {
  process.env.REACTION_QUEUE_URL = url;
  const answer = await invoke('on-table-change', { Records });
  return { answer, messages: await takeAll(url) };
}

/** Follows changes of the table to the end: nothing may fail. The changes come `times` times. */
export async function follow(Records: readonly DynamoDBRecord[], { times = 1 } = {}): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { answer, messages } = await reactionsTo(Records);
    const answers = [answer];
    for (const message of messages) answers.push(await invoke('on-reaction', eventOf(message)));
    for (const one of answers)
      if ((one as { batchItemFailures: unknown[] }).batchItemFailures.length > 0)
        throw new Error('What follows a change failed', { cause: answers });
  }
}

/** Ends with a user what every area says ends with it. */
export async function runDeleteWithUser(UserKey: string): Promise<void> {
  for (const { reactions = [] } of Object.values(AREAS))
    for (const { entity, react } of reactions)
      if (entity === 'user') await react({ UserKey }, undefined as never, Date.now());
}
