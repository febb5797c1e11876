import type { Request } from './iam.ts';

type Input = Record<string, unknown>;
interface Keyed {
  pk: string;
}
/** The primary key of an item. */
export interface Key {
  pk: string;
  sk: string;
}

const TRANSACTED: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

const keyOf = ({ Key, Item }: { Key?: Keyed; Item?: Keyed }) => (Key ?? Item)!.pk;

/**
 * The requests that IAM decides for a command to the table, with their partition keys. A transaction needs the right of each of its
 * actions, a batch is one action with several keys, and a query of an index has the index's partition key.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 */
export function requestsOf(command: string, input: Input): Request[] {
  const operation = command.replace(/Command$/, '');
  const request = (action: string, keys: string[], index = '') => ({
    action: `dynamodb:${action}`,
    resource: index ? `${TABLE}/index/${index}` : TABLE,
    keys: { 'dynamodb:LeadingKeys': keys },
  });
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return (input.TransactItems as Record<string, { Key?: Keyed; Item?: Keyed }>[]).flatMap((item) =>
        Object.entries(item).map(([kind, one]) => request(TRANSACTED[kind]!, [keyOf(one)])),
      );
    case 'BatchGetItem': {
      const tables = Object.values(input.RequestItems as Record<string, { Keys: Keyed[] }>);
      return [
        request(
          'BatchGetItem',
          tables.flatMap(({ Keys }) => Keys.map(({ pk }) => pk)),
        ),
      ];
    }
    case 'BatchWriteItem': {
      const writes = Object.values(input.RequestItems as Record<string, Record<string, never>[]>).flat();
      return [
        request(
          'BatchWriteItem',
          writes.map((write) => keyOf(Object.values(write)[0]!)),
        ),
      ];
    }
    case 'Query':
      return [
        request(
          'Query',
          [(input.ExpressionAttributeValues as Record<string, string>)[':pk']!],
          input.IndexName as string,
        ),
      ];
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [request(operation, [keyOf(input)])];
    default:
      return [request(operation, [])];
  }
}

interface Write {
  Key?: Key;
  Item?: Key;
}

/** The keys of the items that a command to the table may add, change or remove. */
export function writtenKeysOf(command: string, input: Input): Key[] {
  switch (command.replace(/Command$/, '')) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [keyIn(input as Write)];
    case 'TransactWriteItems':
      return (input.TransactItems as Record<string, Write>[]).flatMap((item) => Object.values(item).map(keyIn));
    case 'BatchWriteItem':
      return Object.values(input.RequestItems as Record<string, Record<string, Write>[]>)
        .flat()
        .flatMap((item) => Object.values(item).map(keyIn));
    default:
      return [];
  }
}

function keyIn({ Key: key, Item: item }: Write): Key {
  const { pk, sk } = (key ?? item)!;
  return { pk, sk };
}

/** Stands for the ARN of the table. */
export const TABLE = 'arn:table';
