import path from 'node:path';
import { BUCKETS, QUEUES, TABLE_STREAM } from '#infra/wiring.ts';
import { PEOPLE } from '#scripts/seed/people.ts';
import { startControlCenter } from '../carriers/control-center.ts';
import { startThingSpace } from '../carriers/thingspace.ts';
import { requireTable } from '../dynamodb/require-table.ts';
import { startDynamoDb } from '../dynamodb/start.ts';
import { startIdentity } from '../identity/start.ts';
import { startLocation } from '../location/start.ts';
import { startMail } from '../mail/start.ts';
import { startMytrex } from '../mytrex/start.ts';
import type { PortName } from '../ports.ts';
import { startQueues } from '../queues/start.ts';
import { startReceivers } from '../receivers/start.ts';
import { startScheduler } from '../scheduler/start.ts';
import { startSecrets } from '../secrets/start.ts';
import { startStations } from '../stations/start.ts';
import { startVitals } from '../vitals/start.ts';
import { type LocalSecret, secretsByName } from './credentials.ts';
import { REMINDER_GROUP, TABLE_NAME } from './values.ts';

interface Options {
  ports: Record<PortName, number>;
  /** The folder of all state between starts. */
  folder: string;
  secret: LocalSecret;
  /** The access key of the database. */
  accessKey: string;
}

/** The folder of DynamoDB Local's table. */
export const databaseFolder = (folder: string) => path.join(folder, 'dynamodb');

/** All services outside the portal's own code, on this machine. */
export async function startStandIns({ ports, folder, secret, accessKey }: Options) {
  const stateFolder = path.join(folder, 'stand-ins');
  const webOrigin = `http://localhost:${ports.web}`;
  const [dynamodb, queues] = await Promise.all([
    startDynamoDb({ port: ports.dynamodb, folder: databaseFolder(folder), accessKey }),
    startQueues({
      port: ports.queues,
      folder: path.join(folder, 'queues'),
      queues: QUEUES,
      plainQueues: [TABLE_STREAM.deadLetters],
      buckets: BUCKETS,
      webOrigins: [webOrigin],
    }),
  ]);
  await requireTable({ url: dynamodb.url, accessKey, tableName: TABLE_NAME });
  const others = await Promise.all([
    startScheduler({
      port: ports.scheduler,
      queuesUrl: queues.url,
      stateFolder,
      groups: [REMINDER_GROUP],
    }),
    startMail({ port: ports.mail, stateFolder }),
    startSecrets({
      port: ports.secrets,
      secrets: secretsByName(secret, {
        issuer: `http://localhost:${ports.identity}`,
        mytrexUrl: `http://localhost:${ports.mytrex}`,
        vitalsUrl: `http://localhost:${ports.vitals}`,
      }),
    }),
    startIdentity({
      port: ports.identity,
      clients: [{ ...secret.identity, redirectUris: [`${webOrigin}/login/OAuth/cb/telus`] }],
      people: PEOPLE.map(({ userName, first, last }) => ({ sub: userName, email: userName, name: `${first} ${last}` })),
      stateFolder,
    }),
    startLocation({ port: ports.location }),
    startMytrex({ port: ports.mytrex, apiKey: secret.mytrexKey }),
    startVitals({ port: ports.vitals, apiKey: secret.vitalsKey }),
    startReceivers({
      ports: { dc09: ports.dc09Receiver, webhook: ports.webhookReceiver, sip: ports.sipReceiver },
    }),
    startStations({ port: ports.stations, ticketKey: secret.stationTicketKey }),
    startControlCenter({
      port: ports.controlCenter,
      accounts: [
        { carrier: 0, ...secret.controlCenterAtt },
        { carrier: 2, ...secret.controlCenterTelus },
      ],
      stateFolder,
    }),
    startThingSpace({ port: ports.thingSpace, credentials: secret.thingspace, stateFolder, timeScale: 60 }),
  ]);
  return {
    queueUrl: queues.queueUrl,
    queueArn: queues.queueArn,
    async close() {
      await Promise.all(others.map((one) => one.close()));
      await Promise.all([queues.close(), dynamodb.close()]);
    },
  };
}
