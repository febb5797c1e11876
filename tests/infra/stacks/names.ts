import { describe, expect, it } from 'vitest';
import { elsewhere, portal } from '../portals.ts';
import type { Portal } from '../synthesize.ts';

/** The properties by which AWS tells resources of one account apart. */
const NAMES = [
  'Name',
  'TableName',
  'BucketName',
  'QueueName',
  'FunctionName',
  'RoleName',
  'LogGroupName',
  'DashboardName',
];

const fixedNames = (stage: Portal): string[] =>
  stage
    .resources()
    .flatMap(({ Properties }) =>
      NAMES.map((name) => Properties?.[name]).filter((value): value is string => typeof value === 'string'),
    );

describe('two stages in one account', () => {
  it.each([
    ['production', 'us-east-1', portal],
    ['dev', 'eu-west-1', elsewhere],
  ])('every name that %s gives a resource holds the stage', (stage, region, templates) => {
    const names = fixedNames(templates);
    expect(names).toContain(`watchkeep-${stage}-${region}-viewer-request`);
    expect(names.filter((name) => !name.includes(stage))).toEqual([]);
  });
});
