import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { checkJava, parseJavaVersion } from '#local/dynamodb/java.ts';
import { requireTable } from '#local/dynamodb/require-table.ts';
import { startDynamoDb } from '#local/dynamodb/start.ts';
import { json, serveHttp } from '#local/http.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const clientOf = (endpoint: string) => new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });

describe('DynamoDB Local', { timeout: 60_000 }, () => {
  it('keeps its tables in the folder across a restart', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'watchkeep-dynamodb-'));
    const first = await startDynamoDb({ port: 0, folder });
    await clientOf(first.url).send(
      new CreateTableCommand({
        TableName: 'Units',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    await clientOf(first.url).send(new PutItemCommand({ TableName: 'Units', Item: { pk: { S: '00A1B2' } } }));
    await first.close();

    const second = await startDynamoDb({ port: first.port, folder });
    const { Item } = await clientOf(second.url).send(
      new GetItemCommand({ TableName: 'Units', Key: { pk: { S: '00A1B2' } } }),
    );
    expect(Item).toEqual({ pk: { S: '00A1B2' } });
    await second.close();
    await rm(folder, { recursive: true });
  });

  it('shows an access key its own tables only, so a stranger in the same network sees an empty database', async () => {
    const running = await startDynamoDb({ port: 0 });
    const tables = new CreateTableCommand({
      TableName: 'Units',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
    await clientOf(running.url).send(tables);
    const stranger = new DynamoDBClient({
      endpoint: running.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'other', secretAccessKey: 'local' },
    });
    const list = new ListTablesCommand();
    expect((await clientOf(running.url).send(list)).TableNames).toEqual(['Units']);
    const table = { url: running.url, tableName: 'Units' };
    await requireTable({ ...table, accessKey: 'local' });
    await expect(requireTable({ ...table, accessKey: 'other' })).rejects.toThrow(/npm start -- --fresh/);
    expect((await stranger.send(list)).TableNames).toEqual([]);
    await expect(stranger.send(new GetItemCommand({ TableName: 'Units', Key: { pk: { S: '1' } } }))).rejects.toThrow(
      expect.objectContaining({ name: 'ResourceNotFoundException' }),
    );
    await running.close();
  });

  it('stops when the process that started it is killed', async () => {
    const script = `
      import { startDynamoDb } from '#local/dynamodb/start.ts';
      console.log((await startDynamoDb({ port: 0 })).url);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const url = printed.toString().trim();
    expect((await fetch(url)).status).toBe(400);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(TypeError), { timeout: 10_000, interval: 50 });
  });

  it('names the port that is in use', async () => {
    const other = await serveHttp({ port: 0, handle: () => json(200, {}) });
    await expect(startDynamoDb({ port: other.port })).rejects.toThrow(new RegExp(`^Port ${other.port} is in use\\. `));
    await other.close();
  });
});

describe('the Java check', () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "21-ea" 2023-09-19', 21],
    ['java version "1.8.0_292"', 8],
    ['command not found', undefined],
  ])('reads %s', (output, version) => expect(parseJavaVersion(output)).toBe(version));

  it('says what is required if there is no Java', async () => {
    await expect(checkJava('no-such-java')).rejects.toThrow(
      /^Java 17 or later is needed: the command "no-such-java" does not answer\. /,
    );
    expect(await checkJava()).toBeGreaterThanOrEqual(17);
  });
});
