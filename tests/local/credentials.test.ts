import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  alarmExportKeyFile,
  databaseKeyOf,
  edgeKeyOf,
  firmwareKeyFile,
  localSecret,
  sealingKeyFiles,
  sessionKeyFile,
} from '#local/portal/credentials.ts';
import { sdkVariables } from '#local/portal/values.ts';
import { portTable } from '#local/ports.ts';

let folders: string[];
beforeEach(() => {
  folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'watchkeep-credentials-')));
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

it('the access key of the database is random, lasts, is private, and is that of the functions', () => {
  const [here, there] = folders.map(databaseKeyOf);
  // DynamoDB Local accepts letters and digits only.
  expect(here).toMatch(/^[0-9a-f]{32}$/);
  expect(there).not.toBe(here);
  expect(databaseKeyOf(folders[0]!)).toBe(here);
  expect(statSync(path.join(folders[0]!, 'database-key')).mode & 0o077).toBe(0);
  expect(sdkVariables(portTable({}), here)).toMatchObject({ AWS_ACCESS_KEY_ID: here });
});

it('each file of a key or a secret is private', () => {
  const [folder] = folders as [string];
  const write = [sessionKeyFile, firmwareKeyFile, alarmExportKeyFile, sealingKeyFiles, edgeKeyOf, databaseKeyOf];
  for (const one of [...write, localSecret]) one(folder);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(write.length);
  for (const file of files) expect(statSync(path.join(folder, file)).mode & 0o777, file).toBe(0o600);
});
