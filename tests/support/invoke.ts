import { callLambda, type LambdaHandler } from '#local/api-gateway/lambda.ts';
import { systemClock } from '#local/clock.ts';

/** Runs a function of functions/ with an event, both ways as JSON, and gives back what it returned. */
export async function invoke(functionName: string, event: unknown): Promise<unknown> {
  const { handler } = (await import(`../../functions/${functionName}/handler.ts`)) as { handler: LambdaHandler };
  const outcome = await callLambda({
    functionName,
    event,
    run: (received, context) => handler(received as never, context, undefined as never),
    timeoutMilliseconds: 30_000,
    clock: systemClock,
  });
  if (outcome.ended !== 'returned') throw new Error(`${functionName} ${outcome.ended}`, { cause: outcome });
  return outcome.payload;
}
