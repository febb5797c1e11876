import { handler } from '#functions/on-live-message/handler.ts';
import { LIVE, QUEUES } from '#infra/wiring.ts';
import { startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { SECRET_NAMES } from '#local/portal/values.ts';
import { startQueues } from '#local/queues/start.ts';
import { startSecrets } from '#local/secrets/start.ts';
import { startTableBridge } from './table-bridge.ts';
import type { Measured } from './unit-servers.ts';

export interface LivePortal {
  liveUrl: string;
  unitPort: number;
  bridge: Measured;
  queueUrl(name: string): string;
  close(): Promise<void>;
}

/** The parts between a browser and a unit: the WebSocket API with its function, queue and secret, and the bridge in its own process. */
export async function startLivePortal(): Promise<LivePortal> {
  const queues = await startQueues({ port: 0, queues: QUEUES, buckets: [] });
  const secrets = await startSecrets({
    port: 0,
    secrets: { [SECRET_NAMES.BRIDGE_SECRET]: { bridgeCommandSecret: 'a secret of a benchmark' } },
  });
  const webSocketApi = await startWebSocketApi({
    port: 0,
    stage: LIVE.stage,
    invoke: (_route, event, context) => handler(event as never, context),
  });
  Object.assign(process.env, {
    BRIDGE_SECRET: SECRET_NAMES.BRIDGE_SECRET,
    LIVE_ENDPOINT: `${webSocketApi.url}/${LIVE.stage}`,
    INGEST_QUEUE_URL: queues.queueUrl('ingest'),
    ALARM_QUEUE_URL: queues.queueUrl('alarm'),
    AWS_ENDPOINT_URL_SQS: queues.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
  const bridge = await startTableBridge();
  return {
    liveUrl: `ws://localhost:${webSocketApi.port}/${LIVE.stage}`,
    unitPort: bridge.unitPort,
    bridge,
    queueUrl: queues.queueUrl,
    async close() {
      await bridge.close();
      await Promise.all([webSocketApi.close(), secrets.close(), queues.close()]);
    },
  };
}
