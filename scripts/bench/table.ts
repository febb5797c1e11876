import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDynamoDb } from '#local/dynamodb/start.ts';
import { sessionKeyFile } from '#local/portal/credentials.ts';
import { localAccount, TABLE_NAME } from '#local/portal/values.ts';

/** Names the variable with the folder of a table in files. */
export const TABLE_FOLDER = 'BENCH_TABLE_FOLDER';

/**
 * DynamoDB Local, in memory or in files, and the environment with which stores and functions find it. Call this before loading them.
 * `close` deletes everything.
 */
export async function startTable({ inFiles = false } = {}): Promise<{ close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-bench-'));
  const dynamodb = await startDynamoDb({ port: 0, ...(inFiles && { folder }) });
  if (inFiles) process.env[TABLE_FOLDER] = folder;
  Object.assign(process.env, localAccount(), {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    TABLE_NAME,
    SESSION_KEY: `file:${sessionKeyFile(folder)}`,
    EDGE_KEY: randomBytes(32).toString('hex'),
    POWERTOOLS_TRACE_ENABLED: 'false',
  });
  return {
    async close() {
      await dynamodb.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
