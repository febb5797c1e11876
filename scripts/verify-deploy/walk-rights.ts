import assert from 'node:assert/strict';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ItemGroup, leadingKeysOf, TABLE } from '#data/kit/table.ts';
import { METRICS } from '#platform/aws/measures.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { assertDenied, clientConfigOf } from './function-credentials.ts';
import { functionLogs } from './function-logs.ts';
import { eventually, type Step } from './steps.ts';

/** The policies of the deployed roles. The emulator enforces them in all other steps too. */
export function walkRights(emulator: Emulator, { tableName: TableName, secrets }: Deployed): Step[] {
  const clientConfig = (name: string) => clientConfigOf(emulator, name);
  const tableAs = async (name: string) => DynamoDBDocumentClient.from(new DynamoDBClient(await clientConfig(name)));
  return [
    {
      name: 'a function adds entries to the audit, and cannot read, list, change or delete one',
      async run() {
        const table = await tableAs('units');
        const Key = itemOf('audit');
        await table.send(new PutCommand({ TableName, Item: Key }));
        const change = { UpdateExpression: 'SET actorKey = :a', ExpressionAttributeValues: { ':a': 'nobody' } };
        await assertDenied(table.send(new GetCommand({ TableName, Key })));
        await assertDenied(table.send(new UpdateCommand({ TableName, Key, ...change })));
        await assertDenied(table.send(new DeleteCommand({ TableName, Key })));
        await assertDenied(table.send(new PutCommand({ TableName, Item: itemOf('auditLines') })));
      },
    },
    {
      name: 'an entry that a function replaces is counted for the alarm',
      async run() {
        const counts = async () =>
          (await functionLogs(emulator)).filter((line) => line.includes(METRICS.changedEntries)).length;
        const before = await counts();
        const table = await tableAs('units');
        await table.send(new PutCommand({ TableName, Item: { ...itemOf('audit'), actorKey: String(before) } }));
        await eventually('the replaced entry is counted', async () => (await counts()) > before || undefined);
      },
    },
    {
      name: 'a function without the need neither reads credentials nor starts sessions',
      async run() {
        const table = await tableAs('sims');
        for (const group of ['credentials', 'oneTimeTokens', 'unitSecrets', 'receiverSecrets'] as const)
          await assertDenied(table.send(new GetCommand({ TableName, Key: itemOf(group) })));
        for (const group of ['sessions', 'users'] as const)
          await assertDenied(table.send(new PutCommand({ TableName, Item: itemOf(group) })));
        const ofAuth = await tableAs('auth');
        await ofAuth.send(new GetCommand({ TableName, Key: itemOf('credentials') }));
        const ofUnits = await tableAs('units');
        await ofUnits.send(new GetCommand({ TableName, Key: itemOf('unitSecrets') }));
      },
    },
    {
      name: 'a function reads only the secrets of its needs',
      async run() {
        for (const [name, own] of [
          ['sims', 'CarriersSecret'],
          ['auth', 'IdentitySecret'],
          ['on-live-message', 'BridgeSecret'],
          ['on-probe-due', 'ProbeSecret'],
        ] as const) {
          const client = new SecretsManagerClient(await clientConfig(name));
          for (const [secret, SecretId] of Object.entries(secrets)) {
            const read = client.send(new GetSecretValueCommand({ SecretId }));
            if (secret === own) await read;
            else await assertDenied(read);
          }
        }
      },
    },
    {
      name: 'no function was refused anything that it needs',
      async run() {
        const refused = (await functionLogs(emulator)).filter((line) =>
          /AccessDenied|not authorized to perform/.test(line),
        );
        assert.deepEqual(refused, []);
      },
    },
  ];
}

const itemOf = (group: ItemGroup) => ({
  [TABLE.partitionKey]: leadingKeysOf(group).replace('*', 'verify'),
  [TABLE.sortKey]: 'verify',
});
