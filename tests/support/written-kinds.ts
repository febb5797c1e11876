import { vi } from 'vitest';
import { client } from '#data/kit/table.ts';

interface Written {
  Item?: { sk: string };
  Key?: { sk: string };
}

/** The sort key of an item begins with the name and the version of its entity: `$unit_1`. */
const kindOf = ({ Item, Key }: Written) => /^\$(\w+?)_1(?:#|$)/.exec((Item ?? Key)!.sk)?.[1] ?? 'unknown';

function kindsIn(input: { TransactItems?: Record<string, Written>[] } & Written, name: string): string[] {
  if (name === 'TransactWriteCommand')
    return input.TransactItems!.flatMap((one) =>
      Object.entries(one).flatMap(([action, write]) => (action === 'ConditionCheck' ? [] : [kindOf(write)])),
    );
  return ['PutCommand', 'UpdateCommand', 'DeleteCommand'].includes(name) ? [kindOf(input)] : [];
}

/** What `work` returns, and the kinds of items that the table was asked to write meanwhile. */
export async function writtenBy<Result>(work: () => Promise<Result>): Promise<{ result: Result; kinds: string[] }> {
  const send = vi.spyOn(client, 'send');
  try {
    const result = await work();
    const kinds = send.mock.calls.flatMap(([command]) => kindsIn(command.input as never, command.constructor.name));
    return { result, kinds };
  } finally {
    send.mockRestore();
  }
}
