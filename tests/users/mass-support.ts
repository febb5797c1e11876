import type { SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { SECOND } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ask } from '#support/call.ts';
import { type Death, expectKilled } from '#support/doomed.ts';
import { invoke } from '#support/invoke.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { wiring } from '../../functions/on-mass-creation/wiring.ts';

/** Runs a list of users from its request to the workers' queue, with a queue of the test file's own. */
export async function aListLine() {
  const queue = await aQueue();
  process.env.MASS_CREATION_QUEUE_URL = queue.url;
  const stream = await aStreamReader();
  return {
    url: queue.url,
    /** Follows the table changes since the last call, `times` times, and returns the messages for workers. */
    async nextParts({ times = 1 } = {}): Promise<SQSRecord[]> {
      const changes = await stream.next();
      await follow(
        changes.filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'massCreation'),
        { times },
      );
      return takeAll(queue.url);
    },
  };
}

/** Lets a worker handle messages; returns the failed ones. */
export async function work(...parts: SQSRecord[]): Promise<unknown[]> {
  const milliseconds = wiring.queue.consumerTimeoutSeconds * SECOND;
  return workFor(milliseconds, ...parts);
}

/** The same for a worker with so many milliseconds left. */
export async function workFor(milliseconds: number, ...parts: SQSRecord[]): Promise<unknown[]> {
  const answer = await invoke('on-mass-creation', eventOf(...parts), milliseconds);
  return (answer as { batchItemFailures: unknown[] }).batchItemFailures;
}

/** Lets a worker in its own process begin, which is killed there. */
export const expectWorkerKilled = (death: Death, records: readonly SQSRecord[]) =>
  expectKilled('on-mass-creation', eventOf(...records), death);

let count = 0;
/** The fields of a user with a name that nobody has. */
export const someone = () => {
  const UserName = `mass.${process.pid}.${count++}@people.example`;
  return { UserName, UserEmail: UserName, UserFirstName: 'Mass', UserLastName: 'Person' };
};

type List = z.input<typeof users.massCreate.input>;

/** Has the users of a list created for dealer 220. */
export async function listed(as: UserRecord, wanted: List['users'], list: Partial<List> = {}) {
  const { massCreation } = await ask(users.massCreate, { DealerKey: 220, users: wanted, ...list, as });
  return massCreation;
}

export const listOf = (as: UserRecord, massCreation: string, pageSize = 1000) =>
  ask(users.massCreation, { massCreation, pageSize, as });
