import { text } from 'node:stream/consumers';
import type { SQSEvent } from 'aws-lambda';
import type { LambdaHandler } from '#local/api-gateway/lambda.ts';

// A worker in a process of its own, so that it can be killed in the middle of a move: the event comes on standard input.
const { handler } = (await import('#functions/on-dealer-move/handler.ts')) as unknown as { handler: LambdaHandler };
const event = JSON.parse(await text(process.stdin)) as SQSEvent;
await handler(event as never, { functionName: 'on-dealer-move', awsRequestId: 'worker' } as never, undefined as never);
