import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localClient } from '#local/aws.ts';
import type { Running } from '#local/http.ts';
import { startSecrets } from '#local/secrets/start.ts';

let running: Running;
let client: SecretsManagerClient;

beforeAll(async () => {
  const secrets = { 'watchkeep/local': { bridge: 'a "quoted" word' }, plain: 'just text' };
  running = await startSecrets({ port: 0, secrets, region: 'us-east-1' });
  client = new SecretsManagerClient({ ...localClient(running.url, 'us-east-1'), maxAttempts: 1 });
});
afterAll(() => running.close());

const value = async (input: { SecretId: string; VersionId?: string; VersionStage?: string }) =>
  (await client.send(new GetSecretValueCommand(input))).SecretString;

describe('secrets', () => {
  it('are found by name, ARN and partial ARN', async () => {
    const found = await client.send(new GetSecretValueCommand({ SecretId: 'watchkeep/local' }));
    expect(JSON.parse(found.SecretString!)).toEqual({ bridge: 'a "quoted" word' });
    expect(found).toMatchObject({
      Name: 'watchkeep/local',
      ARN: expect.stringMatching(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:watchkeep\/local-\w{6}$/),
      VersionStages: ['AWSCURRENT'],
      CreatedDate: expect.any(Date),
    });
    expect(await value({ SecretId: found.ARN! })).toBe(found.SecretString);
    expect(await value({ SecretId: found.ARN!.slice(0, -7) })).toBe(found.SecretString);
    expect(await value({ SecretId: 'plain', VersionStage: 'AWSCURRENT' })).toBe('just text');
  });

  it.each([
    ['an unknown name', { SecretId: 'none' }],
    ['an earlier version', { SecretId: 'plain', VersionStage: 'AWSPREVIOUS' }],
    ['an unknown version', { SecretId: 'plain', VersionId: '00000000-0000-0000-0000-000000000000' }],
  ])('are not found by %s', async (_, input) => {
    await expect(value(input)).rejects.toThrow(ResourceNotFoundException);
  });

  it('need an ID', async () => {
    await expect(value({ SecretId: '' })).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('can be throttled', async () => {
    await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"status429":{"times":1}}' });
    await expect(value({ SecretId: 'plain' })).rejects.toMatchObject({ name: 'ThrottlingException' });
    expect(await value({ SecretId: 'plain' })).toBe('just text');
  });
});
