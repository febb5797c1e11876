import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { SQSClient } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { MINUTE } from '#core/time.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from '#platform/aws/env.ts';
import { measureConnections } from '#platform/aws/observability.ts';
import { secret } from '#platform/aws/secret.ts';
import { alarmsFirst } from './adapters/alarms-first.ts';
import { tableClaims, tableLeases } from './adapters/claims.ts';
import { tableCommands } from './adapters/commands.ts';
import { storedDownloads } from './adapters/downloads.ts';
import { SqsIngest } from './adapters/ingest.ts';
import { tableInterlock } from './adapters/interlock.ts';
import { jsonLog } from './adapters/log.ts';
import { livePublisher } from './adapters/publisher.ts';
import { tableRefusalCounts } from './adapters/refusal-counts.ts';
import { tableSyncQueue } from './adapters/sync-queue.ts';
import { tableUnits } from './adapters/units.ts';
import { startBridge } from './bridge.ts';
import { DEFAULTS } from './config.ts';
import { connectionsWithin, mostOpenFiles } from './limits/open-files.ts';
import { ownAddress } from './own-address.ts';

/** BRIDGE_OWN_HOST is the host by which others reach the command port, if it is not the machine's own address. */
const Settings = z.object({
  BRIDGE_HOST: z.string().default(DEFAULTS.host),
  BRIDGE_UNIT_PORT: z.coerce.number().int().min(0).max(65535).default(DEFAULTS.unitPort),
  BRIDGE_COMMAND_PORT: z.coerce.number().int().min(0).max(65535).default(DEFAULTS.commandPort),
  BRIDGE_OWN_HOST: z.string().optional(),
});
const Secret = z.object({ bridgeCommandSecret: z.string().min(16) });

/**
 * The heap is collected when it has grown by half, not by several times: while a whole fleet logs in, most of the memory was what earlier logins had left
 * (docs/decisions/0212-the-heap-of-the-bridge-grows-slowly.md).
 */
setFlagsFromString('--heap-growing-percent=50');

const settings = Settings.parse(process.env);
const bridgeId = randomUUID().slice(0, 8);
const log = jsonLog(bridgeId);
const sqs = new SQSClient(withRequestTimeout());

const bridge = await startBridge(
  {
    bridgeId,
    ownHost: settings.BRIDGE_OWN_HOST ?? ownAddress(),
    host: settings.BRIDGE_HOST,
    unitPort: settings.BRIDGE_UNIT_PORT,
    commandPort: settings.BRIDGE_COMMAND_PORT,
    maxConnections: connectionsWithin(DEFAULTS.maxConnections, mostOpenFiles()),
    commandSecret: Secret.parse(await secret('BRIDGE_SECRET')).bridgeCommandSecret,
  },
  {
    leases: tableLeases,
    claims: tableClaims,
    units: tableUnits,
    refusals: tableRefusalCounts,
    commands: tableCommands(log),
    syncQueue: tableSyncQueue,
    interlock: tableInterlock,
    downloads: storedDownloads,
    publisher: livePublisher(log),
    ingest: alarmsFirst(
      new SqsIngest({ client: sqs, queueUrl: env('ALARM_QUEUE_URL'), log }),
      new SqsIngest({ client: sqs, queueUrl: env('INGEST_QUEUE_URL'), log, growAfter: 2 }),
    ),
    log,
  },
);

const measure = () => measureConnections(bridge.units);
measure();
setInterval(measure, MINUTE).unref();

async function leave(): Promise<void> {
  await bridge.drain();
  log('info', 'The bridge has drained');
  process.exit(0);
}
process.once('SIGTERM', () => void leave());
process.once('SIGINT', () => void leave());
