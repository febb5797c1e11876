import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUCKETS, QUEUES } from '#infra/wiring.ts';
import { startControlCenter } from '#local/carriers/control-center.ts';
import { startThingSpace } from '#local/carriers/thingspace.ts';
import { startDynamoDb } from '#local/dynamodb/start.ts';
import { startIdentity } from '#local/identity/start.ts';
import { startLocation } from '#local/location/start.ts';
import { startMail } from '#local/mail/start.ts';
import { startMytrex } from '#local/mytrex/start.ts';
import {
  alarmExportKeyFile,
  edgeKeyOf,
  firmwareKeyFile,
  localSecret,
  sealingKeyFiles,
  secretsByName,
  sessionKeyFile,
} from '#local/portal/credentials.ts';
import { REMINDER_GROUP, sdkVariables, variableValues } from '#local/portal/values.ts';
import { startQueues } from '#local/queues/start.ts';
import { startScheduler } from '#local/scheduler/start.ts';
import { startSecrets } from '#local/secrets/start.ts';
import { startStations } from '#local/stations/start.ts';
import { startVitals } from '#local/vitals/start.ts';

// A process of its own, started by global-setup.ts: all services of the functions, on free ports and in memory.
// It sends the functions' environment when all of them answer, and ends with its parent.

const folder = await mkdtemp(path.join(tmpdir(), 'watchkeep-tests-'));
const secret = localSecret(folder);
const port = 0;
/** Nothing listens on these ports. A test that needs one starts it. */
const nowhere = {
  web: 1,
  api: 1,
  live: 1,
  bridgeUnits: 1,
  bridgeCommands: 1,
  dc09Receiver: 1,
  webhookReceiver: 1,
  sipReceiver: 1,
};
// Each file of page tests has a portal at another port.
const queues = await startQueues({ port, queues: QUEUES, buckets: BUCKETS, webOrigins: ['*'] });
const identity = await startIdentity({
  port,
  clients: [{ ...secret.identity, redirectUris: [`http://localhost:${nowhere.web}/login/OAuth/cb/telus`] }],
  people: [],
});
const mytrex = await startMytrex({ port, apiKey: secret.mytrexKey });
const vitals = await startVitals({ port, apiKey: secret.vitalsKey });
const stations = await startStations({ port, ticketKey: secret.stationTicketKey, stepMs: 0 });
const [dynamodb, scheduler, mail, secrets, location, controlCenter, thingSpace] = await Promise.all([
  startDynamoDb({ port }),
  startScheduler({ port, queuesUrl: queues.url, groups: [REMINDER_GROUP] }),
  startMail({ port }),
  startSecrets({
    port,
    secrets: secretsByName(secret, { issuer: identity.issuer, mytrexUrl: mytrex.url, vitalsUrl: vitals.url }),
  }),
  startLocation({ port }),
  startControlCenter({
    port,
    // Each file has a portal of its own, which keeps the limits alone; two at a time would exceed them.
    limited: false,
    accounts: [
      { carrier: 0, ...secret.controlCenterAtt },
      { carrier: 2, ...secret.controlCenterTelus },
    ],
  }),
  startThingSpace({ port, credentials: secret.thingspace }),
]);
const standIns = {
  queues,
  dynamodb,
  scheduler,
  mail,
  secrets,
  location,
  controlCenter,
  thingSpace,
  identity,
  mytrex,
  vitals,
  stations,
};

const started = Object.fromEntries(Object.entries(standIns).map(([name, one]) => [name, one.port]));
const ports = { ...nowhere, ...(started as Record<keyof typeof standIns, number>) };

process.once('disconnect', async () => {
  await Promise.all(Object.values(standIns).map((one) => one.close()));
  await rm(folder, { recursive: true, force: true });
});
process.send!({
  ...variableValues({
    ports,
    ...queues,
    sessionKeyFile: sessionKeyFile(folder),
    firmwareKeyFile: firmwareKeyFile(folder),
    alarmExportKeyFile: alarmExportKeyFile(folder),
    sealingKeyFiles: sealingKeyFiles(folder),
    edgeKey: edgeKeyOf(folder),
  }),
  ...sdkVariables(ports),
  POWERTOOLS_LOG_LEVEL: 'SILENT',
});
