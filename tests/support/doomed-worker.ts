import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SQSEvent } from 'aws-lambda';
import type { LambdaHandler } from '#local/api-gateway/lambda.ts';

// A worker in its own process, which is killed at the start of a transaction, or another operation, with a given number: in the middle of its
// work on a machine of any speed. Its task comes on standard input.
const {
  functionName,
  event,
  killedAt,
  operation = 'TransactWriteItems',
} = JSON.parse(await text(process.stdin)) as {
  functionName: string;
  event: SQSEvent;
  killedAt: number;
  /** Of DynamoDB. */
  operation?: string;
};
let begun = 0;
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (!String(request.getHeader('x-amz-target')).endsWith(`.${operation}`)) return;
  begun++;
  if (begun === killedAt) process.kill(process.pid, 'SIGKILL');
});

const { handler } = (await import(`#functions/${functionName}/handler.ts`)) as unknown as { handler: LambdaHandler };
await handler(
  event as never,
  { functionName, awsRequestId: 'worker', getRemainingTimeInMillis: () => 60_000 } as never,
  undefined as never,
);
