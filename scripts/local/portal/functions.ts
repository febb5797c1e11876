import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { routeKey } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { MINUTE } from '#core/time.ts';
import { LIVE, QUEUES, SCHEDULED, TABLE_STREAM } from '#infra/wiring.ts';
import { startHttpApi } from '../api-gateway/http-api.ts';
import { startWebSocketApi } from '../api-gateway/websocket-api.ts';
import type { PortName } from '../ports.ts';
import { pollQueue } from '../queues/poll.ts';
import { runEvery } from '../scheduler/run-every.ts';
import { pollStream } from '../streams/poll.ts';
import { TABLE_NAME } from './values.ts';

type Handler = (event: unknown, context: unknown) => unknown;

const loaded = new Map<string, Promise<Handler>>();

/** The handler of a function, loaded when it is first called, as Lambda does. */
function handlerOf(name: string): Promise<Handler> {
  const known = loaded.get(name);
  if (known) return known;
  const handler = (import(`#functions/${name}/handler.ts`) as Promise<{ handler: Handler }>).then((one) => one.handler);
  loaded.set(name, handler);
  return handler;
}

const invoke = async (functionName: string, event: unknown, context?: Context) =>
  (await handlerOf(functionName))(event, context ?? contextOf(functionName));

/** The Lambda context of a consumer's call. */
function contextOf(functionName: string) {
  const wiring = [...QUEUES, TABLE_STREAM, ...SCHEDULED].find(({ consumer }) => consumer === functionName)!;
  const deadline = Date.now() + wiring.consumerTimeoutSeconds * 1000;
  return {
    functionName,
    awsRequestId: crypto.randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

interface Options {
  ports: Record<PortName, number>;
  queueUrl(name: string): string;
  stateFolder: string;
}

/** Connects the functions with their callers: the two APIs, the queues, the table's stream and the schedules. */
export async function startFunctions({ ports, queueUrl, stateFolder }: Options) {
  const sqs = new SQSClient();
  const routes = Object.entries(api).flatMap(([functionName, area]) =>
    Object.values(area).map((endpoint) => ({
      routeKey: routeKey(endpoint),
      functionName,
      handler: (event: unknown, context: Context) => invoke(functionName, event, context),
    })),
  );
  const httpApi = await startHttpApi({ port: ports.api, routes });
  const webSocketApi = await startWebSocketApi({
    port: ports.live,
    stage: LIVE.stage,
    invoke: (_route, event, context) => invoke(LIVE.consumer, event, context),
  });
  const pollers = [
    ...QUEUES.map(({ name, consumer, batchSize }) =>
      pollQueue({
        queueUrl: queueUrl(name),
        functionName: consumer,
        batchSize,
        invoke,
        concurrency: 2,
        waitSeconds: 5,
      }),
    ),
    await pollStream({
      tableName: TABLE_NAME,
      functionName: TABLE_STREAM.consumer,
      endpoint: `http://localhost:${ports.dynamodb}`,
      batchSize: TABLE_STREAM.batchSize,
      maximumRecordAgeSeconds: TABLE_STREAM.maximumRecordAgeHours * 3600,
      bisectBatchOnError: TABLE_STREAM.bisectBatchOnError,
      onGivenUp: async (message) => {
        await sqs.send(
          new SendMessageCommand({
            QueueUrl: queueUrl(TABLE_STREAM.deadLetters),
            MessageBody: JSON.stringify(message),
          }),
        );
      },
      startingPosition: 'LATEST',
      stateFolder,
      invoke,
    }),
  ];
  const schedules = SCHEDULED.map(({ consumer, everyMinutes }) =>
    runEvery(everyMinutes * MINUTE, () => invoke(consumer, {})),
  );
  return {
    /** The APIs stop first, then the consumers finish their current calls. */
    async close() {
      await Promise.all([httpApi.close(), webSocketApi.close()]);
      await Promise.all([...pollers, ...schedules].map((one) => one.stop()));
      sqs.destroy();
    },
  };
}
