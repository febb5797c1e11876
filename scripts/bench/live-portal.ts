import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { handler } from '#functions/on-live-message/handler.ts';
import { LIVE, QUEUES } from '#infra/wiring.ts';
import { startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { SECRET_NAMES } from '#local/portal/values.ts';
import { startQueues } from '#local/queues/start.ts';
import { startSecrets } from '#local/secrets/start.ts';

const BRIDGE = path.resolve(import.meta.dirname, '../../bridge/main.ts');

export interface LivePortal {
  liveUrl: string;
  unitPort: number;
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
    AWS_ENDPOINT_URL_SQS: queues.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
  const bridge = await startBridge();
  return {
    liveUrl: `ws://localhost:${webSocketApi.port}/${LIVE.stage}`,
    unitPort: bridge.unitPort,
    async close() {
      await bridge.close();
      await Promise.all([webSocketApi.close(), secrets.close(), queues.close()]);
    },
  };
}

async function startBridge(): Promise<{ unitPort: number; close(): Promise<void> }> {
  const child = spawn(process.execPath, [BRIDGE], {
    env: {
      ...process.env,
      BRIDGE_UNIT_PORT: '0',
      BRIDGE_COMMAND_PORT: '0',
      BRIDGE_OWN_HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    unitPort: await unitPortOf(child),
    async close() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Reads the port from the bridge's log. */
async function unitPortOf({ stdout }: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: stdout! })) {
    const { unitPort } = JSON.parse(line) as { unitPort?: number };
    if (unitPort === undefined) continue;
    stdout!.resume();
    return unitPort;
  }
  throw new Error('The bridge ended before it listened');
}
