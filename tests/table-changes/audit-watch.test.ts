import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyPrefixOf, ONLY_ADDED } from '#data/kit/table.ts';
import { reportChangedEntries } from '#functions/on-table-change/audit-watch.ts';
import { logger } from '#platform/aws/observability.ts';

const Keys = { pk: { S: `${keyPrefixOf('audit')}objectkind_unit#objectid_400220` }, sk: { S: '$audit_1#at_2026' } };
const entry = { ...Keys, actorName: { S: 'ada@example.com' } };
const added = { eventName: 'INSERT', dynamodb: { Keys, NewImage: entry } } satisfies DynamoDBRecord;
const changed = { eventName: 'MODIFY', dynamodb: { Keys, OldImage: entry, NewImage: entry } } satisfies DynamoDBRecord;
const deleted = { eventName: 'REMOVE', dynamodb: { Keys, OldImage: entry } } satisfies DynamoDBRecord;
const expired = { ...deleted, userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } };
const unit = { ...changed, dynamodb: { OldImage: { pk: { S: '$watchkeep#unitsernum_400220' } } } };

const written: string[] = [];
const logged: unknown[] = [];
beforeEach(() => {
  written.length = 0;
  logged.length = 0;
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  vi.spyOn(logger, 'error').mockImplementation((...facts) => void logged.push(facts));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
const counted = () => written.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));

it('counts the audit entries that were changed or deleted, and logs their keys without their content', () => {
  reportChangedEntries([unit, changed, added, deleted]);
  expect(counted()).toEqual([expect.objectContaining({ stage: expect.any(String), ChangedAuditEntries: 2 })]);
  expect(counted()[0]._aws.CloudWatchMetrics[0].Dimensions).toEqual([['service', 'stage']]);
  const text = 'An audit entry was changed or deleted';
  expect(logged).toEqual([
    [text, { change: 'MODIFY', key: Keys }],
    [text, { change: 'REMOVE', key: Keys }],
  ]);
});

it.each(ONLY_ADDED)('counts a change of each group of which items are only added: %s', (group) => {
  reportChangedEntries([{ eventName: 'REMOVE', dynamodb: { OldImage: { pk: { S: `${keyPrefixOf(group)}key_1` } } } }]);
  expect(counted()).toEqual([expect.objectContaining({ ChangedAuditEntries: 1 })]);
});

it('reports neither new entries nor expired ones, nor other items', () => {
  reportChangedEntries([added, expired, unit]);
  expect([counted(), logged]).toEqual([[], []]);
});
