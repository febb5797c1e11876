import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { client } from '#data/kit/table.ts';

type Fault = (input: Record<string, unknown>) => unknown;

/** Has the next commands of a kind fail in the way of a busy table; answers how often one of them was asked for. */
function failing(commandName: string, times: number, fault: Fault) {
  let asked = 0;
  const name = `failing-${commandName}`;
  client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== commandName || ++asked > times) return next(args);
      return { output: fault(args.input as Record<string, unknown>) as never, response: undefined };
    },
    { step: 'initialize', priority: 'high', name },
  );
  return () => asked;
}

/**
 * The next `times` transactions are cancelled for what DynamoDB Local by itself never cancels them for: they meet another one at
 * the item at `index`, or the table refuses it for `Code`.
 */
export const meetOthers = (times: number, { index: at = 1, Code = 'TransactionConflict' } = {}) =>
  failing('TransactWriteItemsCommand', times, ({ TransactItems }) => {
    throw new TransactionCanceledException({
      $metadata: {},
      message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
      CancellationReasons: (TransactItems as unknown[]).map((_, index) =>
        index === at ? { Code, Message: 'Not now' } : { Code: 'None' },
      ),
    });
  });

/** The next `times` batch reads put everything off. */
export const putReadsOff = (times: number) =>
  failing('BatchGetItemCommand', times, ({ RequestItems }) => ({ Responses: {}, UnprocessedKeys: RequestItems }));

/** The next `times` batch writes put everything off. */
export const putWritesOff = (times: number) =>
  failing('BatchWriteItemCommand', times, ({ RequestItems }) => ({ UnprocessedItems: RequestItems }));
