import { describe, expect, it } from 'vitest';
import { elsewhere, portal } from '../portals.ts';
import type { Portal } from '../synthesize.ts';

/** They name something of AWS (a metric, a service), a part of one resource (a stage, a policy), or only what people read. */
const NOT_OF_THE_ACCOUNT = ['MetricName', 'ServiceName', 'StageName', 'PolicyName', 'DisplayName'];

const isName = (property: string) =>
  (property.endsWith('Name') || property === 'Family') && !NOT_OF_THE_ACCOUNT.includes(property);

const namesIn = (properties: object): string[] =>
  Object.entries(properties).flatMap(([property, value]) => {
    if (typeof value === 'string') return isName(property) ? [value] : [];
    // CloudFront takes the names of its policies in such a part.
    return property.endsWith('Config') ? namesIn(value) : [];
  });

/** The names by which AWS tells resources of one account apart. */
const fixedNames = (stage: Portal): string[] =>
  stage
    .resources()
    .flatMap(({ Type, Properties }) => (Type === 'AWS::CloudFront::Distribution' ? [] : namesIn(Properties ?? {})));

describe('two stages in one account', () => {
  it.each([
    ['production', 'us-east-1', portal],
    ['dev', 'eu-west-1', elsewhere],
  ])('every name that %s gives a resource holds the stage', (stage, region, templates) => {
    const names = fixedNames(templates);
    expect(names).toContain(`watchkeep-${stage}-${region}-viewer-request`);
    if (templates.names.includes('Bridge')) expect(names).toContain(`watchkeep-${stage}-bridge`);
    // CDK writes the stack `watchkeep-dev-data` in a generated name as `watchkeepdevdata`.
    const ofStage = [stage, `watchkeep${stage}data`];
    expect(names.filter((name) => !name.split(/[-/]/).some((segment) => ofStage.includes(segment)))).toEqual([]);
  });
});
