import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { api } from '#core/index.ts';
import { consoleTopic, type ServerMessage } from '#core/live/messages.ts';
import { bundleBridge } from '#infra/function-code.ts';
import { type Fleet, type FleetUnit, startFleet } from '#scripts/simulate/fleet.ts';
import { type Running, start } from './command.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { LiveConnection } from './live-connection.ts';
import { liveEndpoint } from './live-endpoint.ts';
import type { PortalClient } from './portal-client.ts';
import { eventually, type Step } from './steps.ts';

interface UnitsWalk {
  steps: Step[];
  /** Where units connect, once the bridge has started. */
  unitPort(): number;
  close(): Promise<void>;
}

/**
 * Units: the bridge's bundle from its image runs on this machine in place of Fargate. It uses the deployed resources: its claims
 * in the table, its reports through the queue, its messages through the WebSocket API.
 */
export function walkUnits(
  emulator: Emulator,
  deployed: Deployed,
  client: PortalClient,
  unit: FleetUnit,
  folder: string,
): UnitsWalk {
  let bridge: Running | undefined;
  let fleet: Fleet | undefined;
  let port = 0;
  const { UnitSerNum } = unit;
  const steps: Step[] = [
    {
      name: "the bridge's bundle starts, with the secret and the queue of the deployment",
      async run() {
        const running = start(process.execPath, [path.join(bundleBridge(folder), 'main.mjs')], {
          log: path.join(folder, 'bridge.log'),
          env: {
            ...process.env,
            ...emulator.environment,
            ...deployedVariables(emulator, deployed),
            BRIDGE_UNIT_PORT: '0',
            BRIDGE_COMMAND_PORT: '0',
            BRIDGE_OWN_HOST: '127.0.0.1',
          },
        });
        bridge = running;
        const { unitPort, commandPort } = await eventually('the bridge listens', async () => portsIn(running.said()));
        assert.equal((await fetch(`http://127.0.0.1:${commandPort}/health`)).status, 200);
        port = unitPort;
        fleet = startFleet({ units: [unit], host: '127.0.0.1', port: unitPort, speed: 60, pingEverySeconds: 120 });
      },
    },
    {
      name: 'a unit dials in and is shown as connected',
      async run() {
        await eventually('the unit is connected', async () => {
          const { connection } = await client.call(api.units.get, { id: UnitSerNum });
          return connection.connected || undefined;
        });
      },
    },
    {
      name: 'what it reports goes through the queue into its history',
      async run() {
        const began = Date.now();
        await eventually(
          'there is a new ping',
          async () => {
            const { recentPings } = await client.call(api.units.get, { id: UnitSerNum });
            return recentPings.find(({ receivedAt }) => Date.parse(receivedAt) >= began);
          },
          60,
        );
      },
    },
    {
      name: 'a command goes from the browser to the unit, and its answer back',
      async run() {
        const connection = await LiveConnection.open(emulator, deployed, client);
        const topic = consoleTopic(UnitSerNum);
        connection.say({ action: 'subscribe', topic });
        await connection.hear('subscribed', (message) => 'action' in message && message.action === 'subscribed');
        const requestId = randomUUID();
        connection.say({ action: 'command', token: client.token!, UnitSerNum, requestId, command: 'Query' });
        const recorded = await connection.hear(
          'the id of the command',
          (message) => 'action' in message && message.action === 'recorded' && message.requestId === requestId,
        );
        const { commandId } = recorded as Extract<ServerMessage, { action: 'recorded' }>;
        const answer = await connection.hear(
          'the answer of the unit',
          (message) => 'message' in message && isResult(message.message, commandId),
        );
        assert.equal((answer as unknown as { message: { outcome: string } }).message.outcome, 'done');
        connection.close();
      },
    },
  ];
  return {
    steps,
    unitPort: () => port,
    async close() {
      fleet?.close();
      await bridge?.close();
    },
  };
}

const isResult = (message: unknown, commandId: string) => {
  const { event, commandId: id } = message as { event?: string; commandId?: string };
  return event === 'CommandResult' && id === commandId;
};

/** Reads the ports from the bridge's log. */
function portsIn(log: string): { unitPort: number; commandPort: number } | undefined {
  const line = log.split('\n').find((one) => one.includes('"The bridge listens"') && one.endsWith('}'));
  return line === undefined ? undefined : (JSON.parse(line) as { unitPort: number; commandPort: number });
}

/** The environment of the task definition. */
const deployedVariables = (emulator: Emulator, deployed: Deployed) => ({
  STAGE: 'dev',
  TABLE_NAME: deployed.tableName,
  BRIDGE_SECRET: deployed.secrets.BridgeSecret,
  INGEST_QUEUE_URL: deployed.ingestQueueUrl,
  ALARM_QUEUE_URL: deployed.alarmQueueUrl,
  LIVE_ENDPOINT: liveEndpoint(emulator, deployed),
});
