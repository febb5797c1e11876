import { AsyncLocalStorage } from 'node:async_hooks';
import { api } from '#core/index.ts';
import { modeOf, tableStatements } from '#infra/table-rights.ts';
import { needsOf } from '#infra/wiring.ts';
import { isAllowed } from './iam.ts';
import { requestsOf, TABLE } from './table-requests.ts';

const running = new AsyncLocalStorage<{ functionName: string; refused: string[] }>();

/** The statements about the table in the policy of the function's role. tests/infra compares them with the templates. */
function statementsOf(functionName: string) {
  const needs = needsOf(functionName);
  if (!needs.includes('table')) return [];
  const area = api[functionName as keyof typeof api];
  return tableStatements(TABLE, area ? modeOf(area) : 'write', needs);
}

/** Refuses a command to the table that the function's policy does not permit, as IAM would. */
function check(command: string, input: object): void {
  const caller = running.getStore();
  if (!caller) return;
  const statements = statementsOf(caller.functionName);
  for (const request of requestsOf(command, input as Record<string, unknown>)) {
    if (isAllowed(statements, request)) continue;
    const refusal = `${caller.functionName} may not ${request.action} on ${JSON.stringify(request.keys)}`;
    caller.refused.push(refusal);
    throw Object.assign(new Error(refusal), { name: 'AccessDeniedException' });
  }
}

/**
 * Does the work of a function with its rights on the table.
 * @throws an Error that names what was refused, even if the function went on without it
 */
export async function withRightsOf<Result>(functionName: string, work: () => Promise<Result>): Promise<Result> {
  // Loaded here: a test can reset the modules.
  const { client } = await import('#data/kit/table.ts');
  client.middlewareStack.add(
    (next, context) => (args) => {
      check(String(context.commandName), args.input);
      return next(args);
    },
    // Before the client writes keys in the form of DynamoDB.
    { step: 'initialize', priority: 'high', name: 'rights', override: true },
  );
  const caller = { functionName, refused: [] };
  const result = await running.run(caller, work);
  if (caller.refused.length > 0) throw new Error(`The policy refuses: ${caller.refused.join('; ')}`);
  return result;
}
