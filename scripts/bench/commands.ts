import { client } from '#data/kit/table.ts';

type Send = (command: Command) => Promise<unknown>;
interface Command {
  input: object;
}

/** The table commands of some work, in steps: the commands of one step run at the same time. */
export type Steps = readonly (readonly Command[])[];

/** Runs the work and records its commands. */
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
    // Restores the client's own method, which its class has.
    Reflect.deleteProperty(client, 'send');
  }
  return steps;
}

/** Sends the same commands again with the same client, and nothing else. */
export async function sendAgain(steps: Steps): Promise<void> {
  const again = (command: Command) => new (command.constructor as new (input: object) => Command)({ ...command.input });
  for (const step of steps) await Promise.all(step.map((command) => (client.send as Send)(again(command))));
}
