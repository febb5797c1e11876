import { client } from '#data/kit/table.ts';

type Send = (command: Command) => Promise<unknown>;
interface Command {
  input: object;
}

/** What some work asks of the table, in steps: the commands of one step are under way at the same time. */
export type Steps = readonly (readonly Command[])[];

/** Does the work and notes which commands it sends. */
export async function commandsOf(work: () => Promise<unknown>): Promise<Steps> {
  const steps: Command[][] = [];
  let underWay = 0;
  const send = client.send.bind(client) as Send;
  client.send = ((command: Command) => {
    if (underWay++ === 0) steps.push([]);
    steps.at(-1)!.push(command);
    return send(command).finally(() => {
      underWay--;
    });
  }) as typeof client.send;
  try {
    await work();
  } finally {
    // The client's own method, which the class has, shows again.
    Reflect.deleteProperty(client, 'send');
  }
  return steps;
}

/** Sends the same commands once more, with the same client and nothing around it. */
export async function sendAgain(steps: Steps): Promise<void> {
  const again = (command: Command) => new (command.constructor as new (input: object) => Command)({ ...command.input });
  for (const step of steps) await Promise.all(step.map((command) => (client.send as Send)(again(command))));
}
