import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Row = Readonly<Record<string, unknown>>;

/**
 * Leaves out the rows of an index whose item belongs to another group than its key in the index. Policies decide a write by the item's
 * own partition key (infra/table-rights.ts), so they let any function put an item among the users or credentials of an index.
 */
export function leaveOutForeignRows({ middlewareStack }: DynamoDBDocumentClient): void {
  middlewareStack.add(
    (next) => async (call) => {
      const answer = await next(call);
      const { IndexName } = call.input as { IndexName?: string };
      const output = answer.output as { Items?: Row[] };
      if (IndexName === undefined || !output.Items) return answer;
      const Items = output.Items.filter(({ pk, [`${IndexName}pk`]: indexed }) => groupOf(pk) === groupOf(indexed));
      return { ...answer, output: { ...output, Items } as never };
    },
    { step: 'initialize', name: 'foreignRows' },
  );
}

/** What policies compare (`leadingKeysOf`), sign by sign: `$watchkeep.users#` in `$watchkeep.users#userkey_1`. A key without `#` is in no group. */
const groupOf = (key: unknown) => /^[^#]*#/.exec(String(key))?.[0];
