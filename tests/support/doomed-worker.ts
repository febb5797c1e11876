import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SQSEvent } from 'aws-lambda';
import type { LambdaHandler } from '#local/api-gateway/lambda.ts';
import type { Death } from './doomed.ts';

// A worker in its own process, which is killed at a transaction, or another operation, with a given number: in the middle of its work on a
// machine of any speed. Its task comes on standard input.
const {
  functionName,
  event,
  killedAt,
  operation = 'TransactWriteItems',
  when = 'before',
} = JSON.parse(await text(process.stdin)) as Death & { functionName: string; event: SQSEvent };

const die = () => process.kill(process.pid, 'SIGKILL');

let begun = 0;
let last: ClientRequest | undefined;
// `http.client.request.start` comes after the request was written: the table may have it then.
subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  if (!String(request.getHeader('x-amz-target')).endsWith(`.${operation}`)) return;
  begun++;
  if (begun !== killedAt) return;
  if (when === 'before') die();
  last = request;
});
subscribe('http.client.response.finish', (message) => {
  if (last && (message as { request: ClientRequest }).request === last) die();
});

const { handler } = (await import(`#functions/${functionName}/handler.ts`)) as unknown as { handler: LambdaHandler };
await handler(
  event as never,
  { functionName, awsRequestId: 'worker', getRemainingTimeInMillis: () => 60_000 } as never,
  undefined as never,
);
