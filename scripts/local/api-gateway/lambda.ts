import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { Clock } from '../clock.ts';

/** A function's exported handler. */
export type LambdaHandler = (event: never, context: Context, callback: never) => unknown;

export type LambdaOutcome =
  | { ended: 'returned'; payload: unknown }
  | { ended: 'crashed'; error: unknown }
  | { ended: 'timedOut' | 'requestTooLarge' | 'responseTooLarge' };

interface LambdaCall {
  functionName: string;
  event: unknown;
  run(event: unknown, context: Context): unknown;
  timeoutMilliseconds: number;
  clock: Clock;
}

/** The maximum size of a synchronous invocation and of its result (Lambda quotas: 6 MB). */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/**
 * Calls a function like Lambda: event and result are JSON of limited size, and the caller stops waiting after the
 * time-out, although the function may continue.
 */
export async function callLambda({
  functionName,
  event,
  run,
  timeoutMilliseconds,
  clock,
}: LambdaCall): Promise<LambdaOutcome> {
  const request = JSON.stringify(event);
  if (Buffer.byteLength(request) > MAX_PAYLOAD_BYTES) return { ended: 'requestTooLarge' };

  const context = contextFor(functionName, clock, clock.now() + timeoutMilliseconds);
  const finished = (async () => run(JSON.parse(request), context))().then(
    (result): LambdaOutcome => receive(result),
    (error: unknown): LambdaOutcome => ({ ended: 'crashed', error }),
  );
  return new Promise((resolve) => {
    const callOff = clock.after(timeoutMilliseconds, () => resolve({ ended: 'timedOut' }));
    finished.then((outcome) => {
      callOff();
      resolve(outcome);
    });
  });
}

function receive(result: unknown): LambdaOutcome {
  try {
    const response = JSON.stringify(result ?? null);
    if (Buffer.byteLength(response) > MAX_PAYLOAD_BYTES) return { ended: 'responseTooLarge' };
    return { ended: 'returned', payload: JSON.parse(response) };
  } catch (error) {
    return { ended: 'crashed', error };
  }
}

function contextFor(functionName: string, clock: Clock, deadline: number): Context {
  return {
    awsRequestId: randomUUID(),
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '1024',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - clock.now()),
    // Since its Node 24, Lambda does not support handlers with callbacks, so done, fail and succeed are missing.
  } satisfies Omit<Context, 'done' | 'fail' | 'succeed'> as unknown as Context;
}
