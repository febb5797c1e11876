import { client } from '#data/kit/table.ts';

/** Where a worker dies: before or after the write with this number, of the table or of a carrier. */
export interface Death {
  at: number;
  when: 'before' | 'after';
}

interface Carriers {
  /** Their addresses. */
  servers: readonly string[];
  isChange(method: string, path: string): boolean;
}

const WRITES = ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'];

/** The lease on the account of a carrier is taken and given back around each call. */
const isLease = (input: object) => JSON.stringify(input).includes('heldUntil');

/** Runs work in a process that dies: from then on nothing leaves it. Returns whether it died. */
export const dyingBeside =
  ({ servers, isChange }: Carriers) =>
  async ({ at, when }: Death, act: () => Promise<unknown>): Promise<boolean> => {
    const send = globalThis.fetch;
    let [writes, dead] = [0, false];
    const die = () => {
      dead = true;
      throw new Error('Killed');
    };
    const through = async <Answer>(isWrite: boolean, go: () => Promise<Answer>): Promise<Answer> => {
      if (dead) return die();
      if (isWrite) writes += 1;
      const isLast = isWrite && writes === at;
      if (isLast && when === 'before') die();
      const answer = await go();
      if (isLast) die();
      return answer;
    };
    globalThis.fetch = (input, init) => {
      const url = String(input);
      const isCarrier = servers.some((server) => url.startsWith(server));
      return isCarrier
        ? through(isChange(init?.method ?? 'GET', new URL(url).pathname), () => send(input, init))
        : send(input, init);
    };
    client.middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          through(WRITES.includes(String(commandName).replace('Command', '')) && !isLease(args.input), () =>
            next(args),
          ),
      { step: 'initialize', name: 'killed' },
    );
    await act().catch(() => undefined);
    globalThis.fetch = send;
    client.middlewareStack.remove('killed');
    return dead;
  };
