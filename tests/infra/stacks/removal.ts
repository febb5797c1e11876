import { describe, expect, it } from 'vitest';
import { elsewhere, portal, whole } from '../portals.ts';
import type { Portal, Resource, StackName } from '../synthesize.ts';

const WITH_DATA = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::SecretsManager::Secret',
];
/** API Gateway has one role for the logs of all stages of an account. Its generated name blocks no deployment. */
const OF_THE_ACCOUNT = /^LiveApi(LoggingRole|Account)/;

interface Found extends Resource {
  stack: string;
  id: string;
}

const resourcesOf = (stage: Portal): Found[] =>
  stage.names.flatMap((stack) =>
    Object.entries(stage.template(stack as StackName).toJSON().Resources as Record<string, Resource>).map(
      ([id, resource]) => ({ stack, id, ...resource }),
    ),
  );

const isKept = ({ DeletionPolicy, UpdateReplacePolicy }: Found) =>
  [DeletionPolicy, UpdateReplacePolicy].some((policy) => String(policy).startsWith('Retain'));
const isGuarded = ({ Properties }: Found) =>
  /"DeletionProtection(Enabled)?":true|"deletion_protection.enabled","Value":"true"/.test(
    JSON.stringify(Properties ?? {}),
  );
const named = ({ stack, id }: Found) => `${stack}: ${id}`;

describe('production', () => {
  const resources = () => resourcesOf(portal).filter(({ id }) => !OF_THE_ACCOUNT.test(id));

  it('keeps data, except what a failed first deployment has just created', () => {
    const stored = resources().filter(({ Type, id }) => WITH_DATA.includes(Type) && !id.startsWith('EdgeKey'));
    expect(new Set(stored.map(({ Type }) => Type))).toEqual(new Set(WITH_DATA));
    for (const one of stored)
      expect([one.DeletionPolicy, one.UpdateReplacePolicy], named(one)).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  it('has no resource that blocks the deployment after a failed first one', () => {
    const blocking = resources().filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
    expect(blocking.map(named)).toEqual([]);
  });

  it('protects no stack, and only those resources that are created last', () => {
    expect(portal.protectedStacks).toEqual([]);
    const guarded = resources().filter(isGuarded);
    expect(guarded.map(({ Type }) => Type)).toEqual(['AWS::DynamoDB::GlobalTable']);
    for (const { stack, id, DependsOn } of guarded) {
      const others = resources().filter((other) => other.stack === stack && other.id !== id);
      expect(DependsOn).toEqual(expect.arrayContaining(others.map((other) => other.id)));
    }
  });
});

describe('protection, after the first deployment', () => {
  it('covers every stack, the table and the load balancer', () => {
    expect(whole.protectedStacks).toEqual(whole.names);
    const guarded = resourcesOf(whole).filter(isGuarded);
    expect(guarded.map(({ Type }) => Type).sort()).toEqual([
      'AWS::DynamoDB::GlobalTable',
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
    ]);
  });
});

describe('stage dev', () => {
  it('deletes its data with its stacks', () => {
    const kept = resourcesOf(elsewhere).filter((one) => isKept(one) && !OF_THE_ACCOUNT.test(one.id));
    expect(kept.map(named)).toEqual([]);
  });

  it('empties its buckets, because CloudFormation deletes only empty ones', () => {
    const buckets = elsewhere.all('AWS::S3::Bucket');
    expect(buckets.length).toBeGreaterThan(0);
    expect(elsewhere.all('Custom::S3AutoDeleteObjects')).toHaveLength(buckets.length);
    expect(portal.all('Custom::S3AutoDeleteObjects')).toEqual([]);
  });
});
