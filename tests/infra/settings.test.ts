import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { parseSettings, settingsFrom } from '#infra/settings.ts';
import { EVENT_FUNCTIONS, environmentFor, type Need, needsOf, QUEUES } from '#infra/wiring.ts';
import { NEEDS } from '#platform/aws/needs.ts';
import { withMessage } from '#support/with-message.ts';
import { PRODUCTION } from './synthesize.ts';

const STREAM = 'arn:aws:dynamodb:us-east-1:111111111111:table/restored/stream/2026-11-22T10:00:00.000';
const RESTORED = { tableName: 'restored', tableStream: STREAM };

describe('settings', () => {
  it('have defaults for a trial', () => {
    expect(parseSettings({})).toMatchObject({ stage: 'dev', region: 'us-east-1', bridge: 'on' });
  });

  it('accept a restored table with its stream', () => {
    expect(parseSettings(RESTORED)).toMatchObject(RESTORED);
  });

  it('come from the command line, account and Region from the credentials', () => {
    const { node } = new App({ context: { stage: 'dev', tiles: 'https://tiles.example.com/{z}' } });
    const environment = { CDK_DEFAULT_REGION: 'ca-central-1', CDK_DEFAULT_ACCOUNT: '222222222222' };
    expect(settingsFrom(node, environment)).toMatchObject({
      region: 'ca-central-1',
      account: '222222222222',
      tiles: 'https://tiles.example.com/{z}',
    });
  });

  it.each([
    ['an unknown stage', { stage: 'prod' }, /stage/],
    ['production without a domain', { ...PRODUCTION, domain: undefined, certificate: undefined }, /needs a domain/],
    ['a domain without its certificate', { domain: 'portal.example.com' }, /go together/],
    ['production with units on plain TCP', { ...PRODUCTION, unitCertificate: undefined }, /in the clear/],
    ['a table without its stream', { tableName: 'restored' }, /tableName and tableStream go together/],
    ['a stream without its table', { tableStream: STREAM }, /tableName and tableStream go together/],
    ['the stream of another table', { tableName: 'other', tableStream: STREAM }, /the stream of that table/],
    ['a table in another Region', { ...RESTORED, region: 'us-west-2' }, /in the Region of the stage/],
    ['a replica of an existing table', { ...RESTORED, secondRegion: 'us-west-2' }, /only for the table that the stage/],
    ['a second Region that is the first', { secondRegion: 'us-east-1' }, /is the Region of the stage/],
    ['fewer bridge tasks than an update of two needs', { maxBridgeTasks: '2' }, /maxBridgeTasks/],
    ['an invalid address', { alarmAddress: 'somebody' }, /alarmAddress/],
  ])('reject %s, and name the problem', (_, given, complaint) => {
    expect(() => parseSettings(given)).toThrow(expect.objectContaining({ message: expect.stringMatching(complaint) }));
  });
});

describe('the wiring', () => {
  const values = Object.fromEntries(
    Object.values(NEEDS).flatMap((variables) => Object.keys(variables).map((name) => [name, `the ${name}`])),
  );

  it('gives a function the variables of its needs only', () => {
    expect(environmentFor('live', { ...values, STAGE: 'dev' })).toEqual({
      STAGE: 'dev',
      EDGE_KEY: 'the EDGE_KEY',
      TABLE_NAME: 'the TABLE_NAME',
      SESSION_KEY: 'the SESSION_KEY',
      LIVE_URL: 'the LIVE_URL',
      LIVE_SECOND_URL: 'the LIVE_SECOND_URL',
    });
  });

  it('names the variable without a value', () => {
    expect(() => environmentFor('live', { ...values, STAGE: 'dev', LIVE_SECOND_URL: undefined })).toThrow(
      withMessage('live needs LIVE_SECOND_URL, which has no value'),
    );
  });

  it('grants the session key to one function only', () => {
    const issuing = ['auth', 'units', ...EVENT_FUNCTIONS].filter((name) =>
      needsOf(name).includes('issueSessions' as Need),
    );
    expect(issuing).toEqual(['auth']);
  });

  it("gives every queue a visibility time-out of six times its function's time-out, within the limits of SQS", () => {
    for (const { consumerTimeoutSeconds, visibilitySeconds } of QUEUES) {
      expect(visibilitySeconds).toBe(6 * consumerTimeoutSeconds);
      expect(visibilitySeconds).toBeLessThanOrEqual(12 * 60 * 60);
    }
  });
});
