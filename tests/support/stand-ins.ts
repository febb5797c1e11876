import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUCKETS, QUEUES } from '#infra/wiring.ts';
import { startControlCenter } from '#local/carriers/control-center.ts';
import { startThingSpace } from '#local/carriers/thingspace.ts';
import { startDynamoDb } from '#local/dynamodb/start.ts';
import { localSecret, sessionKeyFile } from '#local/portal/credentials.ts';
import { sdkVariables, variableValues } from '#local/portal/values.ts';
import { portTable } from '#local/ports.ts';
import { startQueues } from '#local/queues/start.ts';

// A process of its own, started by global-setup.ts: everything that the functions talk to, on free ports and in memory.
// It tells the functions' environment as soon as all of it answers, and ends with its parent.

const folder = await mkdtemp(path.join(tmpdir(), 'watchkeep-tests-'));
const secret = localSecret(folder);
const [dynamodb, queues, controlCenter, thingSpace] = await Promise.all([
  startDynamoDb({ port: 0 }),
  startQueues({ port: 0, queues: QUEUES, buckets: BUCKETS }),
  startControlCenter({
    port: 0,
    accounts: [
      { carrier: 0, ...secret.controlCenterAtt },
      { carrier: 2, ...secret.controlCenterTelus },
    ],
  }),
  startThingSpace({ port: 0, credentials: secret.thingspace }),
]);
const ports = {
  ...portTable(),
  dynamodb: dynamodb.port,
  queues: queues.port,
  controlCenter: controlCenter.port,
  thingSpace: thingSpace.port,
};

process.once('disconnect', async () => {
  await Promise.all([dynamodb, queues, controlCenter, thingSpace].map((one) => one.close()));
  await rm(folder, { recursive: true, force: true });
});
process.send!({
  ...variableValues({ ports, ...queues, sessionKeyFile: sessionKeyFile(folder) }),
  ...sdkVariables(ports),
  POWERTOOLS_LOG_LEVEL: 'SILENT',
});
