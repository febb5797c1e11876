import { AsyncLocalStorage } from 'node:async_hooks';
import { api } from '#core/index.ts';
import type { client as tableClient } from '#data/kit/table.ts';
import { modeOf, tableStatements } from '#infra/table-rights.ts';
import { needsOf } from '#infra/wiring.ts';
import { isAllowed, type Statement } from './iam.ts';
import { requestsOf, TABLE } from './table-requests.ts';

type Client = typeof tableClient;

interface Caller {
  functionName: string;
  onRefusal(refusal: string): void;
}

const running = new AsyncLocalStorage<Caller>();

/** The statements about the table in the policy of the function's role. tests/infra compares them with the templates. */
function statementsOf(functionName: string): readonly Statement[] {
  const known = statements.get(functionName);
  if (known) return known;
  const needs = needsOf(functionName);
  const area = api[functionName as keyof typeof api];
  const found = needs.includes('table') ? tableStatements(TABLE, area ? modeOf(area) : 'write', needs) : [];
  statements.set(functionName, found);
  return found;
}
const statements = new Map<string, readonly Statement[]>();

/** Makes the client refuse the commands that the policy of the caller does not permit, as IAM would. */
function enforceRights(client: Client, callerNow: () => Caller | undefined): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const caller = callerNow();
      if (caller) check(caller, String(context.commandName), args.input);
      return next(args);
    },
    // Before the client writes keys in the form of DynamoDB.
    { step: 'initialize', priority: 'high', name: 'rights', override: true },
  );
}

function check({ functionName, onRefusal }: Caller, command: string, input: object): void {
  const permitted = statementsOf(functionName);
  for (const request of requestsOf(command, input as Record<string, unknown>)) {
    if (isAllowed(permitted, request)) continue;
    const refusal = `${functionName} may not ${request.action} on ${JSON.stringify(request.keys)}`;
    onRefusal(refusal);
    throw Object.assign(new Error(refusal), { name: 'AccessDeniedException' });
  }
}

/** Does the test's own work, with all rights, while a function runs. */
export const outsideOfFunctions = <Result>(work: () => Promise<Result>): Promise<Result> => running.exit(work);

/** Gives this process the rights of the bridge on the table. It ends at the first refusal. */
export function actAsBridge(client: Client): void {
  const onRefusal = (refusal: string) => {
    console.error(`The policy refuses: ${refusal}`);
    process.exit(1);
  };
  enforceRights(client, () => ({ functionName: 'bridge', onRefusal }));
}

/**
 * Does the work of a function with its rights on the table.
 * @throws an Error that names what was refused, even if the function went on without it
 */
export async function withRightsOf<Result>(functionName: string, work: () => Promise<Result>): Promise<Result> {
  // Loaded here: a test can reset the modules.
  const { client } = await import('#data/kit/table.ts');
  enforceRights(client, () => running.getStore());
  const refused: string[] = [];
  const result = await running.run({ functionName, onRefusal: (refusal) => refused.push(refusal) }, work);
  if (refused.length > 0) throw new Error(`The policy refuses: ${refused.join('; ')}`);
  return result;
}
