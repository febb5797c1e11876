import type { Context } from 'aws-lambda';
import { callLambda, type LambdaHandler } from '#local/api-gateway/lambda.ts';
import { systemClock } from '#local/clock.ts';
import { withRightsOf } from './function-rights.ts';

async function handlerOf(functionName: string): Promise<LambdaHandler> {
  const { handler } = (await import(`../../functions/${functionName}/handler.ts`)) as { handler: LambdaHandler };
  return handler;
}

/** Runs a function of functions/ in this process, with the rights of its role on the table. For a stand-in that calls functions by name. */
export const run = (functionName: string, event: unknown, context: Context) =>
  withRightsOf(functionName, async () => (await handlerOf(functionName))(event as never, context, undefined as never));

/** Runs a function of functions/ with an event, both as JSON, and returns its result. */
export async function invoke(functionName: string, event: unknown, timeoutMilliseconds = 30_000): Promise<unknown> {
  const outcome = await callLambda({
    functionName,
    event,
    run: (received, context) => run(functionName, received, context),
    timeoutMilliseconds,
    clock: systemClock,
  });
  if (outcome.ended !== 'returned') throw new Error(`${functionName} ${outcome.ended}`, { cause: outcome });
  return outcome.payload;
}
