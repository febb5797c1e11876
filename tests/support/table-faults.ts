import {
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { client } from '#data/kit/table.ts';
import { outsideOfFunctions } from './function-rights.ts';

type Fault = (input: Record<string, unknown>) => unknown;

/** Makes the next commands of a kind fail like a busy table; returns how often they were sent. */
function failing(commandName: string, times: number, fault: Fault) {
  let asked = 0;
  const name = `failing-${commandName}`;
  client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== commandName || ++asked > times) return next(args);
      return { output: (await fault(args.input as Record<string, unknown>)) as never, response: undefined };
    },
    { step: 'initialize', priority: 'high', name },
  );
  return () => asked;
}

/**
 * Cancels the next `times` transactions for reasons that DynamoDB Local does not produce: a conflict with another transaction at the item at
 * `index`, or the given `Code`.
 */
export const cancelTransactions = (times: number, { index: at = 1, Code = 'TransactionConflict' } = {}) =>
  failing('TransactWriteItemsCommand', times, ({ TransactItems }) => {
    throw new TransactionCanceledException({
      $metadata: {},
      message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
      CancellationReasons: (TransactItems as unknown[]).map((_, index) =>
        index === at ? { Code, Message: 'Not now' } : { Code: 'None' },
      ),
    });
  });

/** The process dies before the transaction with this number, counted from now: it gets no answer to this and all later ones. */
export function failTransactionsFrom(number: number): void {
  let asked = 0;
  const name = 'failing-TransactWriteItemsCommand';
  client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName === 'TransactWriteItemsCommand' && ++asked >= number) throw new Error('The process dies');
      return next(args);
    },
    { step: 'initialize', priority: 'high', name },
  );
}

/** The table throttles the next `times` writes of a kind, also when the SDK repeats them. */
export const throttleWrites = (command: 'PutItemCommand' | 'UpdateItemCommand' | 'DeleteItemCommand', times: number) =>
  failing(command, times, () => {
    throw new ThrottlingException({ $metadata: {}, message: 'Not now' });
  });

/** The next `times` writes of a kind meet a transaction on their item. */
export const meetTransactions = (
  times: number,
  command: 'UpdateItemCommand' | 'DeleteItemCommand' = 'UpdateItemCommand',
) =>
  failing(command, times, () => {
    throw new TransactionConflictException({ $metadata: {}, message: 'Transaction is ongoing for the item' });
  });

/** The answer to the next write of a kind gets lost, so the SDK sends it once more, after it was done. */
export const loseAnswer = (command: 'PutItemCommand' | 'UpdateItemCommand' | 'DeleteItemCommand') => {
  const name = 'lost-answer';
  let isLost = false;
  client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName === command && !isLost) {
        isLost = true;
        await next({ ...args });
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high', name },
  );
  return () => isLost;
};

/** The table throttles the queries with a text in their values, until the returned function is called. */
export function throttleQueries(text: string): () => void {
  const name = 'throttled-queries';
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const { ExpressionAttributeValues } = args.input as { ExpressionAttributeValues?: object };
      if (context.commandName === 'QueryCommand' && JSON.stringify(ExpressionAttributeValues ?? {}).includes(text))
        throw new ThrottlingException({ $metadata: {}, message: 'Not now' });
      return next(args);
    },
    { step: 'initialize', priority: 'high', name },
  );
  return () => {
    client.middlewareStack.remove(name);
  };
}

/** The next `times` batch reads leave all keys unprocessed. */
export const deferBatchReads = (times: number) =>
  failing('BatchGetItemCommand', times, ({ RequestItems }) => ({ Responses: {}, UnprocessedKeys: RequestItems }));

/** The table refuses the next `times` batch reads. */
export const failBatchReads = (times: number) =>
  failing('BatchGetItemCommand', times, () => {
    throw new ThrottlingException({ $metadata: {}, message: 'Not now' });
  });

/** The next `times` batch reads hang until the returned function is called. */
export function hangBatchReads(times: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  failing('BatchGetItemCommand', times, async () => {
    await promise;
    throw new ThrottlingException({ $metadata: {}, message: 'Not now' });
  });
  return resolve;
}

/** Runs `meanwhile` once, just before the next transaction is sent: after everything that it depends on was read. */
export const beforeNextTransaction = (meanwhile: () => Promise<unknown>) =>
  beforeNext('TransactWriteItemsCommand', meanwhile);

/** Runs `meanwhile` once, just before the next command of a kind is sent. */
export function beforeNext(command: 'TransactWriteItemsCommand' | 'PutItemCommand', meanwhile: () => Promise<unknown>) {
  const name = 'before-next';
  let ran = false;
  client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName === command && !ran) {
        ran = true;
        await outsideOfFunctions(meanwhile);
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high', name },
  );
  return () => ran;
}

const WRITES = ['TransactWriteItemsCommand', 'PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand'];

/**
 * The table is out of reach from the write with this number on: the write itself is not done (`before`), or only its answer is lost (`after`).
 * Returns how to bring the table back; that says whether so many writes came.
 */
export function loseTable(atWrite: number, when: 'before' | 'after'): () => boolean {
  const name = 'lost-table';
  const lost = new Error('The table is out of reach');
  let writes = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (writes >= atWrite) throw lost;
      if (WRITES.includes(context.commandName!)) writes += 1;
      if (writes < atWrite) return next(args);
      if (when === 'after') await next(args);
      throw lost;
    },
    { step: 'initialize', priority: 'high', name },
  );
  return () => {
    client.middlewareStack.remove(name);
    return writes >= atWrite;
  };
}
