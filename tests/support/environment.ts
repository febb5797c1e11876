import { randomUUID } from 'node:crypto';
import { inject, vi } from 'vitest';

// Runs before each test file loads layers/data, which reads the table's name. The files of a worker share only the modules of
// node_modules: each loads ours anew, so no cache, client or counter of one file is seen by the next.
vi.resetModules();
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();

declare global {
  /** The environment of the worker before its first file. */
  var environmentAtFirst: Record<string, string | undefined> | undefined;
}
globalThis.environmentAtFirst ??= { ...process.env };
for (const name of Object.keys(process.env)) delete process.env[name];

// The access key gives each file a database of its own: at each write, DynamoDB Local searches the streams of all tables of a database.
const id = randomUUID().replaceAll('-', '');
Object.assign(process.env, globalThis.environmentAtFirst, inject('environment'), {
  AWS_ACCESS_KEY_ID: id,
  TABLE_NAME: `test-${id}`,
});
