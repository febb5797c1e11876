import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SQSEvent } from 'aws-lambda';
import type { LambdaHandler } from '#local/api-gateway/lambda.ts';

// A function's worker in a process of its own, which is killed as it begins the transaction of a number that it is told: in the middle
// of its work on a machine of any speed. What it is to do comes on standard input.
const { functionName, event, killedAt } = JSON.parse(await text(process.stdin)) as {
  functionName: string;
  event: SQSEvent;
  killedAt: number;
};
let transactions = 0;
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (!String(request.getHeader('x-amz-target')).endsWith('.TransactWriteItems')) return;
  transactions++;
  if (transactions === killedAt) process.kill(process.pid, 'SIGKILL');
});

const { handler } = (await import(`#functions/${functionName}/handler.ts`)) as unknown as { handler: LambdaHandler };
await handler(event as never, { functionName, awsRequestId: 'worker' } as never, undefined as never);
