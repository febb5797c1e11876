import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { type BuildAppOptions, buildApp } from 'fauxqs';

type Stores = NonNullable<BuildAppOptions['stores']>;
type Persistence = NonNullable<Stores['sqsStore']['persistence']>;

/** The parts of fauxqs's Fastify server that are used here. */
export interface Emulator {
  readonly server: Server;
  listen(at: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
  /** The uploads in parts that are neither complete nor aborted, by their IDs. */
  readonly uploads: ReadonlyMap<string, UploadInParts>;
  abortUpload(uploadId: string): void;
  /** The files of each bucket by their keys. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, { readonly lastModified: Date }>>;
  deleteFile(bucket: string, key: string): void;
  addHook(
    moment: 'onRequest' | 'preHandler' | 'onSend' | 'preClose',
    hook: (request: EmulatorRequest, reply: EmulatorReply) => Promise<unknown>,
  ): unknown;
}

/** An upload in parts, as fauxqs keeps it. */
export interface UploadInParts {
  readonly uploadId: string;
  readonly bucket: string;
  readonly key: string;
  readonly initiated: Date;
  readonly parts: ReadonlyMap<number, { partNumber: number; etag: string; body: Buffer }>;
}

interface EmulatorRequest {
  raw: IncomingMessage;
  method: string;
  headers: IncomingHttpHeaders;
  params: unknown;
  query: unknown;
  body: unknown;
}

interface EmulatorReply {
  raw: ServerResponse;
  statusCode: number;
  code(status: number): EmulatorReply;
  type(contentType: string): EmulatorReply;
  header(name: string, value: string): EmulatorReply;
  send(body?: string): EmulatorReply;
  /** Call this if the reply was sent in another way. */
  hijack(): EmulatorReply;
}

interface Options {
  region: string;
  /** The folder of the queues and buckets; in memory if absent. */
  folder?: string;
}

/**
 * The SQS and S3 emulator fauxqs, not yet listening. Its own `startFauxqs` listens on every network interface and
 * has no hooks. So its stores, which the package does not export, are created here (fauxqs 2.4.1, dist/app.js).
 */
export async function buildEmulator({ region, folder }: Options): Promise<Emulator> {
  const [{ SqsStore }, { SnsStore }, { S3Store }] = await Promise.all([
    inside<{ SqsStore: new () => Stores['sqsStore'] }>('sqs/sqsStore.js'),
    inside<{ SnsStore: new () => Stores['snsStore'] }>('sns/snsStore.js'),
    inside<{ S3Store: new () => Stores['s3Store'] }>('s3/s3Store.js'),
  ]);
  const stores: Stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  const persistence = folder ? await openPersistence(folder, stores) : undefined;
  const app: Emulator = Object.assign(buildApp({ logger: false, defaultRegion: region, stores }), {
    uploads: Reflect.get(stores.s3Store, 'multipartUploads') as Emulator['uploads'],
    abortUpload: (uploadId: string) => stores.s3Store.abortMultipartUpload(uploadId),
    files: Reflect.get(stores.s3Store, 'buckets') as Emulator['files'],
    deleteFile: (bucket: string, key: string) => stores.s3Store.deleteObject(bucket, key),
  });
  if (persistence) app.addHook('preClose', async () => persistence.close());
  return app;
}

async function openPersistence(folder: string, stores: Stores): Promise<Persistence> {
  const { PersistenceManager } = await inside<{ PersistenceManager: new (folder: string) => Persistence }>(
    'persistence.js',
  );
  const persistence = new PersistenceManager(folder);
  const database = Reflect.get(persistence, 'db') as DatabaseSync;
  // A crashed process loses nothing; only a power failure may lose the last moments.
  database.exec('PRAGMA synchronous = NORMAL');
  // Fixes a bug of the emulator: it sets the receive count, a NOT NULL column, to null, so ChangeMessageVisibility to 0 fails.
  const release = database.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  persistence.updateMessageReady = (messageId) => {
    release.run(messageId);
  };
  persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
  stores.sqsStore.persistence = persistence;
  stores.snsStore.persistence = persistence;
  stores.s3Store.persistence = persistence;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence;
  return persistence;
}

function inside<Module>(file: string): Promise<Module> {
  return import(new URL(file, import.meta.resolve('fauxqs')).href) as Promise<Module>;
}
