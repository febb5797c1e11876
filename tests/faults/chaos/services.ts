import { type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { client } from '#data/kit/table.ts';
import type { Random } from '#scripts/seed/random.ts';
import { lives } from './life.ts';
import { ServiceFaults } from './service-faults.ts';

/** In a run of seconds nothing waits for longer. */
const MOST_DELAY_SECONDS = 1;

/** Lets the table and the queues have faults, and ends the requests of what was killed. Only functions and bridges meet them in the queues. */
export function faultyServices(random: Random) {
  const table = new ServiceFaults(random);
  const queue = new ServiceFaults(random);

  client.middlewareStack.add(
    (next) => (args) => {
      const life = lives.getStore();
      const send = () => table.through(() => next(args));
      return life ? life.ask(send) : send();
    },
    { step: 'initialize', priority: 'high', name: 'chaos' },
  );

  const sent = SQSClient.prototype.send;
  SQSClient.prototype.send = function send(this: SQSClient, command: { input: object }, ...more: never[]) {
    const life = lives.getStore();
    const original = () => (sent as (...given: unknown[]) => Promise<unknown>).call(this, command, ...more);
    if (!life) return original();
    const input = command.input as SendMessageCommandInput;
    if (input.DelaySeconds) input.DelaySeconds = Math.min(input.DelaySeconds, MOST_DELAY_SECONDS);
    return life.ask(() => queue.through(original));
  } as typeof sent;

  return { table, queue };
}
