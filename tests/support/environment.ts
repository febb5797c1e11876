import { randomUUID } from 'node:crypto';
import { inject, vi } from 'vitest';

// Files of integration and page tests share a process, and with it the packages that they import: loading those takes most of a file's start. The
// project's own modules are evaluated anew for each file, and what a file before changed in the process is put back.
vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
const kept = globalThis as { environmentAtStart?: NodeJS.ProcessEnv };
kept.environmentAtStart ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in kept.environmentAtStart)) delete process.env[name];

// Runs before each test file loads layers/data, which reads the table's name. The access key gives each file a database of its own:
// at each write, DynamoDB Local searches the streams of all tables of a database.
const id = randomUUID().replaceAll('-', '');
Object.assign(process.env, kept.environmentAtStart, inject('environment'), {
  AWS_ACCESS_KEY_ID: id,
  TABLE_NAME: `test-${id}`,
});
